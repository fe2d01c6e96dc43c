import { endpoint } from '../endpoint.ts'

const SSO = '/identity/resources/fe/v1/sso'

/** Calls for users who signed in through a connection of their company. */
export const ssoSession = {
  /**
   * Ends the caller's session here, which has already ended in the browser. `url` also ends it at their identity
   * provider; `null` when that isn't configured.
   */
  startSsoLogout: endpoint<void, void, { url: string | null }>()('POST', `${SSO}/logout`, {
    cookies: true,
    jwt: true,
  }),
  /**
   * Returns the URL where the caller proves a second factor at their identity provider; 404 when they didn't sign in
   * through one.
   */
  startSsoStepUp: endpoint<void, void, { address: string }>()('POST', `${SSO}/step-up`, { cookies: true }),
}
