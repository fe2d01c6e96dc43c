import { endpoint } from '../endpoint.ts'

const SLACK = '/identity/resources/fe/v1/slack'

export const slackApp = {
  /**
   * Returns the URL where an administrator installs the app in their workspace. `state` is
   * `<nonce>.<base64url of a URL>`, a page of the application to which `<nonce>~<code>` is appended. Without a code,
   * the user declined.
   */
  getSlackAuthorization: endpoint<{ state: string }, void, { url: string }>()('GET', `${SLACK}/authorization`),
  /** Receives Slack's redirect with a code; the browser continues to the page in `state`. */
  receiveSlackCode: endpoint<{ code?: string; state?: string; error?: string }, void, void>()(
    'GET',
    `${SLACK}/callback`,
    { nav: true, noToken: true },
  ),
  /** Returns the workspace; `null` before one is connected. */
  getSlackWorkspace: endpoint<void, void, { teamName: string | null }>()('GET', `${SLACK}/workspace`),
  /** Uninstalls the app from the workspace. The subscriptions stay, and work again with the next workspace. */
  disconnectSlack: endpoint<void, void, object>()('DELETE', `${SLACK}/workspace`),
}
