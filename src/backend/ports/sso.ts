import type { AttributeMapping } from '../../rules/saml-attributes.ts'

/** An identity provider that speaks OpenID Connect, or OAuth 2.0 with a URL for the profile of a user. */
export interface OidcProvider {
  clientId: string
  /** `''` for a public client. */
  clientSecret: string
  /** The other URLs are found by discovery (OpenID Connect Discovery 1.0). */
  issuer?: string
  /** Authentication method of the client; `''` follows the provider's discovery document. @default '' */
  authentication?: '' | 'basic' | 'post' | 'none'
  /** Claims by field, for an account that trusts the provider with its own domains; never for a social provider. */
  attributes?: AttributeMapping
  /** URLs of a provider without an issuer. */
  endpoints?: { authorization: string; token: string; userInfo: string; emails?: string }
}

interface OidcRequest {
  state: string
  scope: string
  nonce?: string
  /** Omitted where the browser adds it. */
  redirectUri?: string
  /** Challenge of the S256 method. */
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
  /** Issuer in the response (RFC 9207). */
  iss?: string
}

/** A user's identity, as reported by their identity provider. */
export interface ForeignIdentity {
  /** The provider's ID of the user, which it never reassigns to another one. */
  subject: string
  email: string | undefined
  /** `undefined` if the provider doesn't report it. */
  emailVerified: boolean | undefined
  /**
   * Whether the email is from a claim that only names the user, so that it counts only if the provider is trusted for
   * its domain.
   */
  isEmailByName?: boolean
  name: string | undefined
  /** An `https:` URL. */
  picture?: string | undefined
  groups: readonly string[]
  /** Whether the user may have groups that the response names elsewhere, or in a part that could not be read. @default false */
  areGroupsUnknown?: boolean
  /** Whether a SAML assertion has encrypted attributes that were not opened, perhaps with the groups. @default false */
  hasSealedAttributes?: boolean
  /** The SAML session that a logout message would name. */
  session?: { nameIdFormat: string; sessionIndex: string }
  /** The ID token of an OpenID Connect provider: at a logout it proves whose session it is. */
  idToken?: string
}

export type OidcExplanation =
  | { identity: ForeignIdentity; claims: Readonly<Record<string, unknown>> }
  /** `code` is a cause that the front end has texts for. */
  | { problem: { code: string; detail: string } }

export interface OidcLogout {
  /** The provider's `end_session_endpoint`. */
  endpoint: string
  /** Sent as `id_token_hint`. */
  idToken: string
  /** Sent as `post_logout_redirect_uri`; providers accept only registered URLs. */
  returnTo: string
}

/** The provider doesn't accept the client ID or the secret of the connection; users can't fix that. */
export class ClientRefusedError extends Error {
  override readonly name = 'ClientRefusedError'
}

/** The provider can't be used as it is set up. The message is for its users, who may ask their administrator. */
export class UnusableProviderError extends Error {
  override readonly name = 'UnusableProviderError'
}

export interface OidcClient {
  authorizationUrl(provider: OidcProvider, request: OidcRequest): Promise<string>
  /**
   * Returns `undefined` for a response that proves nothing (OpenID Connect Core 3.1.3.7).
   *
   * @throws ClientRefusedError
   */
  exchange(provider: OidcProvider, callback: OidcCallback): Promise<ForeignIdentity | undefined>
  /** The same for an administrator who tests a provider: returns the response's claims, or why it proves nothing. */
  explain(provider: OidcProvider, callback: OidcCallback): Promise<OidcExplanation>
  /** Returns the URL that ends a session at the provider (OpenID Connect RP-Initiated Logout 1.0). */
  logoutUrl(provider: OidcProvider, logout: OidcLogout): string
}
