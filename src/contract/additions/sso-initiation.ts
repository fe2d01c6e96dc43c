import { endpoint } from '../endpoint.ts'

export const ssoInitiation = {
  /** A sign-in that an identity provider began (OpenID Connect Core 4): starts a normal one there. */
  startSso: endpoint<void, { iss: string; login_hint?: string }, { address: string; idpType: 'saml' | 'oidc' }>()(
    'POST',
    '/identity/resources/fe/v1/sso/initiate',
  ),
}
