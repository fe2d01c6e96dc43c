import type { SamlProblem } from '../../rules/saml-problem.ts'

/** A service provider's record of one SAML identity provider. */
export interface SamlPeer {
  /** URL that sign-in requests are sent to. */
  ssoEndpoint: string
  /** PEM; several are concatenated. */
  publicCertificate: string
  signRequest: boolean
  acsUrl: string
  spEntityId: string
  /** PEM; all of them are tried while a new key replaces an old one. */
  decryptionKeys?: readonly string[]
}

/** A sign-in request of ours. */
interface SamlRequest {
  id: string
  relayState: string
  /** The user must authenticate again even with a session at the provider (SAML Core 3.4.1). */
  forceAuthn?: boolean
  /** Authentication contexts, one of which must match exactly. */
  authnContexts?: readonly string[]
}

/** Unverified claims of a response: enough to find the connection. */
export interface SamlClaims {
  issuer: string
  inResponseTo: string | undefined
  isEncrypted: boolean
  /** Base64 of the certificates that its signatures name (XML Signature 4.5.4); unverified. */
  certificates: readonly string[]
}

/** Facts of a response's signed assertion, and a few facts around it. */
export interface SamlFacts {
  issuer: string
  assertionId: string
  issuedAt: number
  nameId: string
  nameIdFormat: string
  /** Milliseconds since the epoch when the user authenticated at the provider. */
  authenticatedAt: number | undefined
  authnContext: string
  sessionIndex: string
  isEncrypted: boolean
  /** One list per restriction; each must include us. */
  audiences: readonly (readonly string[])[]
  notBefore: number | undefined
  notOnOrAfter: number | undefined
  confirmations: readonly {
    method: string
    recipient: string | undefined
    inResponseTo: string | undefined
    notBefore: number | undefined
    notOnOrAfter: number | undefined
  }[]
  attributes: Readonly<Record<string, readonly string[]>>
  /** The attributes by their `FriendlyName`. */
  friendlyNames: Readonly<Record<string, readonly string[]>>
  /** Whether the assertion has encrypted attributes that were not opened. @default false */
  hasSealedAttributes?: boolean
  /** Facts of the response around the assertion; `undefined` for those that it doesn't contain. */
  response: {
    destination: string | undefined
    inResponseTo: string | undefined
    issuer: string | undefined
    status: string
  }
}

/**
 * A message of the redirect binding (SAML Bindings 3.4), given by its raw query, or of the POST binding (3.5), given by
 * its fields.
 */
export type SamlMessage =
  | { binding: 'redirect'; query: string }
  | { binding: 'post'; kind: 'request' | 'response'; value: string }

interface LogoutHead {
  id: string
  issuer: string
  destination: string | undefined
  issuedAt: number
}

export interface SamlLogoutRequest extends LogoutHead {
  kind: 'request'
  notOnOrAfter: number | undefined
  /** Empty for an encrypted name that isn't opened. */
  nameId: string
  nameIdFormat: string
  /** Sessions at the provider that end; an empty list means all. */
  sessionIndexes: readonly string[]
}

interface SamlLogoutResponse extends LogoutHead {
  kind: 'response'
  inResponseTo: string | undefined
  status: string
}

export type SamlLogout = SamlLogoutRequest | SamlLogoutResponse

/** A logout message of ours. */
export type NewLogout = { id: string; issuer: string; destination: string; issuedAt: number } & (
  | { kind: 'request'; nameId: string; nameIdFormat: string; sessionIndex: string; notOnOrAfter: number }
  | { kind: 'response'; inResponseTo: string; isSuccess: boolean }
)

/** A message that is sent by a redirect to the URL, or by a POST of the fields to it. */
export interface SamlDelivery {
  url: string
  /** `undefined` for a redirect. */
  fields?: Readonly<Record<string, string>>
}

export interface SamlKeyPair {
  /** In PEM format. */
  privateKey: string
  /** In PEM format. */
  certificate: string
}

export interface SamlPeerPort {
  authorizationUrl(peer: SamlPeer, request: SamlRequest): Promise<string>
  /**
   * Reads a response without verifying it; returns `undefined` for text that isn't acceptable response XML, or a named
   * problem.
   */
  peek(response: string): SamlClaims | { problem: SamlProblem } | undefined
  /**
   * Returns the certificates (PEM) whose key made the response's signature. Fast, but no proof: the signed content
   * isn't verified.
   */
  signersOf(response: string, certificates: readonly string[]): readonly string[]
  /**
   * Returns the private key (PEM) that opens the response's encrypted assertion. This proves nothing either: anyone can
   * encrypt for a key.
   */
  keyFor(response: string, keys: readonly string[]): Promise<string | undefined>
  /** Returns the facts of the one assertion that a key of the peer signed; `undefined` if there is none. */
  verify(peer: SamlPeer, response: string): Promise<SamlFacts | undefined>
  /** Reads a logout message without verifying it. */
  readUnverifiedLogout(message: SamlMessage): SamlLogout | undefined
  /** Returns the content of a logout message that a key of the peer signed. */
  verifyLogout(
    peer: Pick<SamlPeer, 'publicCertificate' | 'decryptionKeys'>,
    message: SamlMessage,
  ): SamlLogout | undefined
  /** Signs a message of ours and puts it into the form of its binding. */
  deliverLogout(logout: NewLogout, to: { binding: 'redirect' | 'post'; relayState: string }): Promise<SamlDelivery>
  newKeyPair(name: string): Promise<SamlKeyPair>
  /** Returns the PEM of the certificate that our messages are signed with. */
  signingCertificate(): Promise<string>
}
