import type { ProviderMetadata } from './authorization.ts'
import { endpoint } from './endpoint.ts'

interface TokenQuestion {
  token?: string
  token_type_hint?: string
  client_id?: string
  client_secret?: string
}

/** Response of the UserInfo endpoint (OpenID Connect Core 5.3.2). */
export interface UserInfo {
  sub: string
  email: string
  email_verified: boolean
  name: string
  picture?: string
  tenantId: string
  roles: string[]
  permissions: string[]
}

/** Introspection response (RFC 7662 §2.2). */
export interface Introspection {
  active: boolean
  client_id?: string
  username?: string
  token_type?: string
  scope?: string
  sub?: string
  aud?: string
  iss?: string
  exp?: number
  iat?: number
  jti?: string
}

/** Calls of ordinary OpenID Connect clients besides those of the wire. The standards define their paths. */
export const oauthServer = {
  /** Authorization server metadata (RFC 8414 §3). */
  getAuthorizationServer: endpoint<void, void, ProviderMetadata>()('GET', '/.well-known/oauth-authorization-server', {
    noToken: true,
    anonymous: true,
  }),
  /** Authorization request by POST (OpenID Connect Core 3.1.2.1). */
  authorizeByForm: endpoint<void, Record<string, string>, void>()('POST', '/oauth/authorize', {
    nav: true,
    noToken: true,
  }),
  getUserInfo: endpoint<void, void, UserInfo>()('GET', '/oauth/userinfo', { server: true }),
  /** The token may be in the form instead of the header (RFC 6750 §2.2). */
  postUserInfo: endpoint<void, { access_token?: string }, UserInfo>()('POST', '/oauth/userinfo', { server: true }),
  /** Revokes a token (RFC 7009 §2). */
  revokeToken: endpoint<void, TokenQuestion, Record<string, never>>()('POST', '/oauth/revoke', {
    noToken: true,
    server: true,
  }),
  /** Introspects a token (RFC 7662 §2). */
  introspectToken: endpoint<void, TokenQuestion, Introspection>()('POST', '/oauth/introspect', {
    noToken: true,
    server: true,
  }),
}
