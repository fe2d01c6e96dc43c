import type { AuthResponse } from '../entities/auth.ts'
import type { MfaDevices, WebAuthnAssertion, WebAuthnGet } from '../entities/mfa.ts'
import type { CustomSocialProvider, SocialConfig, SocialLoginResponse, SocialProviderV1 } from '../entities/social.ts'
import type { Base64Url, Ignored } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'

export interface PreLoginBody {
  email: string
  tenantId?: string
}

export interface PreLoginResponse {
  /** URL where the identity provider signs users in. */
  address: string
  idpType: 'saml' | 'oidc'
}

export interface CaptchaAndInvitation {
  recaptchaToken?: string
  invitationToken?: string
}

/** Existing clients send `code` or `token`; ours sends both. */
type OneTimeCode = { code: string; token?: string } | { code?: string; token: string }

/** Sign-in by password, enterprise SSO, one-time code or link, and passkey. */
export const login = {
  login: endpoint<void, CaptchaAndInvitation & { email: string; password: string }, AuthResponse>()(
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
    CaptchaAndInvitation & { email?: string; userId?: string; phoneNumber?: string },
    { phoneNumber?: string }
  >()('POST', '/identity/resources/auth/v1/passwordless/{type}/prelogin'),
  passwordlessPostLogin: endpoint<void, CaptchaAndInvitation & OneTimeCode, AuthResponse>()(
    'POST',
    '/identity/resources/auth/v1/passwordless/{type}/postlogin',
    { noToken: true, tokens: true },
  ),
  webauthnPreLogin: endpoint<
    void,
    { email?: string; userId?: string; recaptchaToken?: string },
    { options: WebAuthnGet }
  >()('POST', '/identity/resources/auth/v1/webauthn/prelogin'),
  webauthnPostLogin: endpoint<
    void,
    CaptchaAndInvitation & WebAuthnAssertion & { rawId?: Base64Url; type?: string },
    AuthResponse
  >()('POST', '/identity/resources/auth/v1/webauthn/postlogin', { noToken: true, tokens: true }),
}

interface SocialCallbackQuery {
  code?: string
  id_token?: string
  redirectUri?: string
  code_verifier?: string
  state?: string
}

export const social = {
  getSocialProvidersV1: endpoint<void, void, SocialProviderV1[]>()('GET', '/identity/resources/sso/v1'),
  getSocialProvidersV2: endpoint<void, void, SocialConfig[]>()('GET', '/identity/resources/sso/v2'),
  getSocialProvidersV2Authenticated: endpoint<void, void, SocialConfig[]>()(
    'GET',
    '/identity/resources/sso/v2/authenticated',
  ),
  getCustomSocialProviders: endpoint<void, void, { providers: CustomSocialProvider[] }>()(
    'GET',
    '/identity/resources/sso/custom/v1',
  ),
  loginWithSocialProvider: endpoint<
    SocialCallbackQuery,
    { metadata?: string; invitationToken?: string },
    SocialLoginResponse
  >()('POST', '/identity/resources/auth/v1/user/sso/{provider}/postlogin', { cookies: true }),
}

/**
 * Quick login by text message: the number that codes are sent to. It is on the wire, although `calls.paths.tsv` does
 * not require it.
 */
export const quickPhone = {
  setPhoneNumber: endpoint<void, { phoneNumber: string }, { changePhoneId: string }>()(
    'POST',
    '/identity/resources/users/v1/phone',
  ),
  verifyPhoneNumberChange: endpoint<void, { changePhoneId: string; code: string }, Ignored>()(
    'POST',
    '/identity/resources/users/v1/phone/verify',
  ),
}

export interface StepUpChallenge {
  mfaToken: string
  mfaEnrolled: boolean
  mfaDevices: MfaDevices
}

export const stepUp = {
  /** Starts a step-up. `maxAge` is in seconds. Clients compare the error text `MFA is not enrolled`. */
  generateStepUpSession: endpoint<void, { maxAge?: number }, StepUpChallenge | AuthResponse>()(
    'POST',
    '/identity/resources/auth/v1/user/step-up/generate',
    { tokens: true },
  ),
}

interface ImpersonationBody {
  impersonatedUserId: string
  actorToken: string
  redirectUrl?: string
}

interface ImpersonationResponse {
  accessToken: string
  tokenType: string
  refreshToken: string
  expiresIn: number
  expires: string
}

export const impersonation = {
  impersonate: endpoint<void, ImpersonationBody, ImpersonationResponse>()(
    'POST',
    '/identity/resources/impersonation/v1',
    { cookies: true },
  ),
}

const SSO = '/sso'

/** Calls for users who signed in through a connection of their company. */
export const ssoSession = {
  /**
   * Ends the caller's session here, which has already ended in the browser. `url` also ends it at their identity
   * provider; `null` when that isn't configured.
   */
  startSsoLogout: ours<void, void, { url: string | null }>()('POST', `${SSO}/logout`, {
    cookies: true,
    jwt: true,
  }),
  /**
   * Returns the URL where the caller proves a second factor at their identity provider; 404 when they didn't sign in
   * through one.
   */
  startSsoStepUp: ours<void, void, { address: string }>()('POST', `${SSO}/step-up`, { cookies: true }),
}

export const ssoInitiation = {
  /** Starts a normal sign-in at an identity provider that initiated it (OpenID Connect Core 4). */
  startSso: ours<void, { iss: string; login_hint?: string }, { address: string; idpType: 'saml' | 'oidc' }>()(
    'POST',
    '/sso/initiate',
  ),
}

/** Parameters that the provider sent to the callback page, on success or failure. */
export interface SsoTestResponse {
  state: string
  redirectUri: string
  code?: string
  iss?: string
  /** Error code of the provider (RFC 6749 §4.1.2.1). */
  error?: string
}

/** The end of a test sign-in, on the callback page. The SSO page's own calls are in `sso.ts`. */
export const ssoTests = {
  /** Completes a test from the page that OpenID providers redirect to, in the browser that started the test. */
  completeSsoTest: ours<void, SsoTestResponse, Ignored>()('POST', '/sso-tests/complete', {
    cookies: true,
  }),
}
