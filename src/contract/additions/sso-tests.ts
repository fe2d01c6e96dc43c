import type { Ignored } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'

/** What the provider sent to the callback page, whether it worked or not. */
export interface SsoTestResponse {
  state: string
  redirectUri: string
  code?: string
  iss?: string
  /** Error code of the provider (RFC 6749 §4.1.2.1). */
  error?: string
}

/** In a table of its own, so that the callback page carries nothing of the SSO page. */
export const ssoTests = {
  /** From the page that OpenID providers redirect to, in the browser that started the test. */
  completeSsoTest: endpoint<void, SsoTestResponse, Ignored>()('POST', '/identity/resources/fe/v1/sso-tests/complete', {
    cookies: true,
  }),
}
