import type { SamlProblem } from '../../rules/saml-problem.ts'

/** What a service provider knows of one SAML identity provider. */
export interface SamlPeer {
  /** Where sign-ins are asked for. */
  ssoEndpoint: string
  /** PEM; several one after the other. */
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
  /** Authentication contexts of which one must be met, exactly. */
  authnContexts?: readonly string[]
}

/** What a response says before anything of it is proven: enough to find the connection. */
export interface SamlClaims {
  issuer: string
  inResponseTo: string | undefined
  isEncrypted: boolean
  /** Base64 of the certificates that its signatures name (XML Signature 4.5.4); nothing says that they signed it. */
  certificates: readonly string[]
}

/** What the signed assertion of a response says, and the few facts around it. */
export interface SamlFacts {
  issuer: string
  assertionId: string
  issuedAt: number
  nameId: string
  nameIdFormat: string
  /** When the user authenticated at the provider, how, and in which session there. */
  authenticatedAt: number | undefined
  authnContext: string
  sessionIndex: string
  isEncrypted: boolean
  /** One list per restriction; all must name us. */
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
  /** Of the response around the assertion; `undefined` when it says nothing. */
  response: {
    destination: string | undefined
    inResponseTo: string | undefined
    issuer: string | undefined
    status: string
  }
}

/** A message of the redirect binding (SAML Bindings 3.4) by its raw query, or of the POST binding (3.5) by its fields. */
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
  nameId: string
  nameIdFormat: string
  /** Sessions at the provider that end; none for all. */
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

/** How a message leaves: by a redirect to the URL, or posted there with the fields. */
export interface SamlDelivery {
  url: string
  /** `undefined` for a redirect. */
  fields?: Readonly<Record<string, string>>
}

export interface SamlKeyPair {
  /** PEM. */
  privateKey: string
  /** PEM. */
  certificate: string
}

export interface SamlPeerPort {
  authorizationUrl(peer: SamlPeer, request: SamlRequest): Promise<string>
  /** Reads without believing; `undefined` for what is no acceptable XML of a response, and a problem that has a name. */
  peek(response: string): SamlClaims | { problem: SamlProblem } | undefined
  /**
   * Which of these certificates (PEM) have the key that made its signature. Quick, and no proof: nothing that the signature
   * covers is read.
   */
  signersOf(response: string, certificates: readonly string[]): readonly string[]
  /** Which of these private keys (PEM) opens its encrypted assertion. No proof either: anyone can encrypt for a key. */
  keyFor(response: string, keys: readonly string[]): Promise<string | undefined>
  /** The facts of the one assertion that a key of the peer signed; `undefined` when there is none. */
  verify(peer: SamlPeer, response: string): Promise<SamlFacts | undefined>
  /** What a logout message says before anything of it is proven. */
  peekLogout(message: SamlMessage): SamlLogout | undefined
  /** What a key of the peer signed. */
  verifyLogout(peer: Pick<SamlPeer, 'publicCertificate'>, message: SamlMessage): SamlLogout | undefined
  /** Signs a message of ours and puts it into the form of its binding. */
  deliverLogout(logout: NewLogout, to: { binding: 'redirect' | 'post'; relayState: string }): Promise<SamlDelivery>
  newKeyPair(name: string): Promise<SamlKeyPair>
  /** PEM of the certificate that our messages are signed with. */
  signingCertificate(): Promise<string>
}
