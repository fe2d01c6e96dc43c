import type { AttributeMapping } from '../../rules/saml-attributes.ts'

/** An identity provider that speaks OpenID Connect, or OAuth 2.0 with a URL for the profile of a user. */
export interface OidcProvider {
  clientId: string
  /** `''` for a public client. */
  clientSecret: string
  /** Everything else is found by discovery (OpenID Connect Discovery 1.0). */
  issuer?: string
  /** How the client authenticates; `''` as the provider's discovery says. @default '' */
  authentication?: '' | 'basic' | 'post' | 'none'
  /** Claims by field, where an account trusts the provider with its own domains; never for a social provider. */
  attributes?: AttributeMapping
  /** Where there is no issuer. */
  endpoints?: { authorization: string; token: string; userInfo: string; emails?: string }
}

interface OidcRequest {
  state: string
  scope: string
  nonce?: string
  /** Left out where the browser adds it. */
  redirectUri?: string
  /** S256. */
  codeChallenge?: string
  loginHint?: string
  prompt?: string
}

export interface OidcCallback {
  code: string
  redirectUri: string
  state: string
  codeVerifier?: string
  nonce?: string
  /** RFC 9207. */
  iss?: string
}

/** Who a user is, as their identity provider says. */
export interface ForeignIdentity {
  /** Never given to another user there. */
  subject: string
  email: string | undefined
  /** `undefined`: the provider doesn't say. */
  emailVerified: boolean | undefined
  /** Whether the email is from a claim that only names its user, so that the provider must speak for its domain. */
  isEmailByName?: boolean
  name: string | undefined
  /** An https URL. */
  picture?: string | undefined
  groups: readonly string[]
  /** Whether the user may have groups that the response names elsewhere, or in a part that could not be read. @default false */
  areGroupsUnknown?: boolean
  /** Of a SAML provider: what a logout message would name. */
  session?: { nameIdFormat: string; sessionIndex: string }
  /** Of an OpenID Connect provider: proves at a logout whose session it is. */
  idToken?: string
}

export type OidcExplanation =
  | { identity: ForeignIdentity; claims: Readonly<Record<string, unknown>> }
  /** `code` is a cause that the front end has words for. */
  | { problem: { code: string; detail: string } }

export interface OidcLogout {
  /** The provider's `end_session_endpoint`. */
  endpoint: string
  /** As `id_token_hint`. */
  idToken: string
  /** As `post_logout_redirect_uri`; providers accept only what is registered with them. */
  returnTo: string
}

/** The provider doesn't accept the client ID or the secret of the connection: no user can change that. */
export class ClientRefusedError extends Error {
  override readonly name = 'ClientRefusedError'
}

export interface OidcClient {
  authorizationUrl(provider: OidcProvider, request: OidcRequest): Promise<string>
  /**
   * `undefined` for a response that proves nothing (OpenID Connect Core 3.1.3.7).
   *
   * @throws ClientRefusedError
   */
  exchange(provider: OidcProvider, callback: OidcCallback): Promise<ForeignIdentity | undefined>
  /** The same for an administrator who tests a provider: what it sent, or why that proves nothing. */
  explain(provider: OidcProvider, callback: OidcCallback): Promise<OidcExplanation>
  /** Where a session at the provider ends (OpenID Connect RP-Initiated Logout 1.0). */
  logoutUrl(provider: OidcProvider, logout: OidcLogout): string
}
