import type { AuthResponse, Me, MyAuthorization, MyTenants, OAuthToken, Tenant } from '../entities/auth.ts'
import type { ManagedBy, Provider } from '../entities/team.ts'
import type { Base64Json, EmptyBody, Ignored, JsonText } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

/** `null` means the tenant of the refresh cookie. */
interface TenantChoice {
  tenantId: string | null
}

/** Authorization code grant (RFC 6749 §4.1.3 with RFC 7636 §4.5). */
interface AuthorizationCodeGrant {
  grant_type: 'authorization_code'
  code: string
  redirect_uri: string
  code_verifier: string
}

/** Refresh token grant (RFC 6749 §6). */
interface RefreshTokenGrant {
  grant_type: 'refresh_token'
  refresh_token: string
}

/** Authorization request (OIDC Core 3.1.2.1). */
interface AuthorizeQuery {
  response_type: 'code'
  client_id: string
  scope: 'openid email profile'
  redirect_uri: string
  code_challenge: string
  code_challenge_method: 'S256'
  nonce: string
  /** RFC 6749 §10.12: sent by our client and returned with the code. */
  state?: string
  organization?: string
  tenantId?: string
  prompt?: 'login' | 'create'
  login_direct_action?: Base64Json
  acr_values?: string
  max_age?: string
}

/** The whole previous profile, merged with the edits. */
interface ProfileUpdate {
  name?: string
  phoneNumber?: string | null
  profilePictureUrl?: string | null
  metadata?: JsonText
  userAgent?: string
  ipAddress?: string
  sourceMetadata?: { source: 'SCIM'; sourceVersion: number; sourceId: string }
  provider?: Provider
  managedBy?: ManagedBy
}

/** Token refresh and the current user. */
export const session = {
  refreshSession: endpoint<void, TenantChoice, AuthResponse>()(
    'POST',
    '/identity/resources/auth/v1/user/token/refresh',
    {
      noToken: true,
      cookies: true,
      tokens: true,
    },
  ),
  refreshSessionServer: endpoint<void, EmptyBody, AuthResponse>()(
    'POST',
    '/frontegg/identity/resources/auth/v1/user/token/refresh',
    { server: true, cookies: true, unprefixed: true, noToken: true },
  ),
  exchangeAuthorizationCode: endpoint<void, AuthorizationCodeGrant, OAuthToken>()('POST', '/oauth/token', {
    noToken: true,
    tokens: true,
  }),
  exchangeRefreshToken: endpoint<void, RefreshTokenGrant, OAuthToken>()('POST', '/oauth/token', {
    noToken: true,
    tokens: true,
  }),
  silentAuthorize: endpoint<void, TenantChoice, OAuthToken>()('POST', '/oauth/authorize/silent', {
    noToken: true,
    cookies: true,
    tokens: true,
  }),
  authorizeRedirect: endpoint<AuthorizeQuery, void, void>()('GET', '/oauth/authorize', { nav: true }),
  logout: endpoint<void, void, Ignored>()('POST', '/identity/resources/auth/v1/logout', {
    noToken: true,
    cookies: true,
  }),
  oauthLogout: endpoint<{ id_token_hint?: string; post_logout_redirect_uri?: string; state?: string }, void, Ignored>()(
    'GET',
    '/oauth/logout',
    { noToken: true, cookies: true },
  ),
  oauthLogoutRedirect: endpoint<{ post_logout_redirect_uri: string }, void, void>()('GET', '/oauth/logout', {
    nav: true,
    server: true,
    unprefixed: true,
  }),
  getMe: endpoint<void, void, Me>()('GET', '/identity/resources/users/v2/me'),
  getProfile: endpoint<{ addRoles: boolean }, void, Me>()('GET', '/identity/resources/users/v2/me'),
  updateProfile: endpoint<void, ProfileUpdate, Me>()('PUT', '/identity/resources/users/v2/me'),
  getMyAuthorization: endpoint<void, void, MyAuthorization>()('GET', '/identity/resources/users/v1/me/authorization'),
  getMyTenantsV3: endpoint<void, void, MyTenants>()('GET', '/identity/resources/users/v3/me/tenants', { jwt: true }),
  getMyTenantsV1: endpoint<void, void, MyTenants>()('GET', '/identity/resources/users/v1/me/tenants', { jwt: true }),
  getMyTenantsV2: endpoint<void, void, Tenant[]>()('GET', '/identity/resources/users/v2/me/tenants', { unused: true }),
  switchTenant: endpoint<void, { tenantId: string }, Ignored>()('PUT', '/identity/resources/users/v1/tenant'),
  /** Uploads a picture in the form field `image`; the response is the URL of the stored picture. */
  updateProfileImage: endpoint<void, FormData, string>()('PUT', '/team/resources/profile/me/image/v1', {
    multipart: true,
    text: true,
    long: true,
  }),
}
