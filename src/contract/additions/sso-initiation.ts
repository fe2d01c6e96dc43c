import { endpoint } from '../endpoint.ts'

export const ssoInitiation = {
  /** Starts a normal sign-in at an identity provider that initiated it (OpenID Connect Core 4). */
  startSso: endpoint<void, { iss: string; login_hint?: string }, { address: string; idpType: 'saml' | 'oidc' }>()(
    'POST',
    '/identity/resources/fe/v1/sso/initiate',
  ),
}
