import type { AuthResponse } from '../entities/auth.ts'
import type { WebAuthnAssertion, WebAuthnGet } from '../entities/mfa.ts'
import type { Base64Url } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

export interface PreLoginBody {
  email: string
  tenantId?: string
}

export interface PreLoginResponse {
  /** URL where the identity provider signs users in. */
  address: string
  idpType: 'saml' | 'oidc'
}

export interface Extras {
  recaptchaToken?: string
  invitationToken?: string
}

/** Existing clients send `code` or `token`; ours sends both. */
type OneTimeCode = { code: string; token?: string } | { code?: string; token: string }

/** Sign-in by password, enterprise SSO, one-time code or link, and passkey. */
export const login = {
  login: endpoint<void, Extras & { email: string; password: string }, AuthResponse>()(
    'POST',
    '/identity/resources/auth/v1/user',
    { noToken: true, tokens: true, cookies: true },
  ),
  preLogin: endpoint<void, PreLoginBody, PreLoginResponse>()('POST', '/identity/resources/auth/v2/user/sso/prelogin', {
    mayMiss: true,
  }),
  preLoginV1: endpoint<void, PreLoginBody, PreLoginResponse>()(
    'POST',
    '/identity/resources/auth/v1/user/saml/prelogin',
    {
      unused: true,
    },
  ),
  samlPostLogin: endpoint<void, { RelayState: string; SAMLResponse: string }, AuthResponse>()(
    'POST',
    '/identity/resources/auth/v1/user/saml/postlogin',
    { noToken: true, tokens: true },
  ),
  oidcPostLogin: endpoint<void, { code: string; RelayState: string; redirectUri?: string }, AuthResponse>()(
    'POST',
    '/identity/resources/auth/v2/user/oidc/postlogin',
    { noToken: true, tokens: true, cookies: true },
  ),
  oidcPostLoginV1: endpoint<void, { code: string; state: string; redirectUri?: string }, AuthResponse>()(
    'POST',
    '/identity/resources/auth/v1/user/oidc/postlogin',
    { noToken: true, tokens: true, unused: true },
  ),
  /** Requests a code or link. `type` is the strategy in lower case: `magiclink`, `code` or `smscode`. */
  passwordlessPreLogin: endpoint<
    void,
    Extras & { email?: string; userId?: string; phoneNumber?: string },
    { phoneNumber?: string }
  >()('POST', '/identity/resources/auth/v1/passwordless/{type}/prelogin'),
  passwordlessPostLogin: endpoint<void, Extras & OneTimeCode, AuthResponse>()(
    'POST',
    '/identity/resources/auth/v1/passwordless/{type}/postlogin',
    { noToken: true, tokens: true },
  ),
  webauthnPreLogin: endpoint<
    void,
    { email?: string; userId?: string; recaptchaToken?: string },
    { options: WebAuthnGet }
  >()('POST', '/identity/resources/auth/v1/webauthn/prelogin'),
  webauthnPostLogin: endpoint<void, Extras & WebAuthnAssertion & { rawId?: Base64Url; type?: string }, AuthResponse>()(
    'POST',
    '/identity/resources/auth/v1/webauthn/postlogin',
    { noToken: true, tokens: true },
  ),
}
