import { endpoint } from '../endpoint.ts'

const SLACK = '/identity/resources/fe/v1/slack'

export const slackApp = {
  /**
   * Where an administrator installs the app in their workspace. `state` is `<nonce>.<base64url of a URL>`: a page of the
   * application that ends where `<nonce>~<code>` is appended. Without a code the user declined.
   */
  getSlackAuthorization: endpoint<{ state: string }, void, { url: string }>()('GET', `${SLACK}/authorization`),
  /** Slack redirects here with a code; the browser goes on to the page in `state`. */
  receiveSlackCode: endpoint<{ code?: string; state?: string; error?: string }, void, void>()(
    'GET',
    `${SLACK}/callback`,
    { nav: true, noToken: true },
  ),
  /** The workspace; `null` before one is connected. */
  getSlackWorkspace: endpoint<void, void, { teamName: string | null }>()('GET', `${SLACK}/workspace`),
  /** Uninstalls the app from the workspace. The subscriptions stay, and work again with the next workspace. */
  disconnectSlack: endpoint<void, void, object>()('DELETE', `${SLACK}/workspace`),
}
