import type { Ignored } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'

/** Parameters that the provider sent to the callback page, on success or failure. */
export interface SsoTestResponse {
  state: string
  redirectUri: string
  code?: string
  iss?: string
  /** Error code of the provider (RFC 6749 §4.1.2.1). */
  error?: string
}

/** A table of its own, so that the callback page doesn't load the SSO page's calls. */
export const ssoTests = {
  /** Completes a test from the page that OpenID providers redirect to, in the browser that started the test. */
  completeSsoTest: endpoint<void, SsoTestResponse, Ignored>()('POST', '/identity/resources/fe/v1/sso-tests/complete', {
    cookies: true,
  }),
}
