import type { SsoCertificate, SsoConnectionDetails, SsoTest } from '../../entities/sso-setup.ts'
import { endpoint } from '../endpoint.ts'

const CONNECTIONS = '/identity/resources/fe/v1/sso-connections'

export interface SsoDetailFields {
  name?: string
  /** Entity ID of the identity provider. */
  idpEntityId?: string
  allowIdpInitiated?: boolean
  /** Whether every sign-in adds and removes the roles of groups. */
  updatesRoles?: boolean
}

/** Calls of the SSO page beyond the wire's. */
export const ssoConnections = {
  listSsoConnectionDetails: endpoint<void, void, SsoConnectionDetails[]>()('GET', CONNECTIONS),
  updateSsoConnectionDetails: endpoint<void, SsoDetailFields, SsoConnectionDetails>()('PATCH', `${CONNECTIONS}/{id}`),
  /** Reads certificates without storing anything. */
  readSsoCertificates: endpoint<void, { text: string }, { certificates: SsoCertificate[] }>()(
    'POST',
    '/identity/resources/fe/v1/sso-certificates',
  ),
  /** Starts a test sign-in at the identity provider. It signs in no user, and reports the result. */
  startSsoTest: endpoint<void, void, { testId: string; url: string; idpType: 'saml' | 'oidc' }>()(
    'POST',
    `${CONNECTIONS}/{id}/tests`,
    // The response marks the browser.
    { cookies: true },
  ),
  getSsoTest: endpoint<void, void, SsoTest>()('GET', `${CONNECTIONS}/{id}/tests/{testId}`),
}
