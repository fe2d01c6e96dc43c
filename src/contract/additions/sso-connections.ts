import type { SsoCertificate, SsoConnectionDetails, SsoTest } from '../../entities/sso-setup.ts'
import { endpoint } from '../endpoint.ts'

const CONNECTIONS = '/identity/resources/fe/v1/sso-connections'

export interface SsoDetailFields {
  name?: string
  /** Entity ID of the identity provider. */
  idpEntityId?: string
  allowIdpInitiated?: boolean
  /** Whether every sign-in gives and takes away the roles of groups. */
  updatesRoles?: boolean
}

/** What the SSO page shows and does beyond the wire's calls. */
export const ssoConnections = {
  listSsoConnectionDetails: endpoint<void, void, SsoConnectionDetails[]>()('GET', CONNECTIONS),
  updateSsoConnectionDetails: endpoint<void, SsoDetailFields, SsoConnectionDetails>()('PATCH', `${CONNECTIONS}/{id}`),
  /** Reads certificates and stores nothing. */
  readSsoCertificates: endpoint<void, { text: string }, { certificates: SsoCertificate[] }>()(
    'POST',
    '/identity/resources/fe/v1/sso-certificates',
  ),
  /** Starts a sign-in at the identity provider that signs in no one and reports what arrives. */
  startSsoTest: endpoint<void, void, { testId: string; url: string; idpType: 'saml' | 'oidc' }>()(
    'POST',
    `${CONNECTIONS}/{id}/tests`,
    // Its response marks the browser.
    { cookies: true },
  ),
  getSsoTest: endpoint<void, void, SsoTest>()('GET', `${CONNECTIONS}/{id}/tests/{testId}`),
}
