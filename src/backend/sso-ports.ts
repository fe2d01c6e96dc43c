/** An identity provider that speaks OpenID Connect, or OAuth 2.0 with a URL for the profile of a user. */
export interface OidcProvider {
  clientId: string
  /** `''` for a public client. */
  clientSecret: string
  /** Everything else is found by discovery (OpenID Connect Discovery 1.0). */
  issuer?: string
  /** Where there is no issuer. */
  endpoints?: { authorization: string; token: string; userInfo: string; emails?: string }
}

export interface OidcRequest {
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
  name: string | undefined
  /** An https URL. */
  picture?: string | undefined
  groups: readonly string[]
}

export interface OidcClient {
  authorizationUrl(provider: OidcProvider, request: OidcRequest): Promise<string>
  /** `undefined` for a response that proves nothing (OpenID Connect Core 3.1.3.7). */
  exchange(provider: OidcProvider, callback: OidcCallback): Promise<ForeignIdentity | undefined>
}

/** What a service provider knows of one SAML identity provider. */
export interface SamlPeer {
  /** Where sign-ins are asked for. */
  ssoEndpoint: string
  /** PEM; several one after the other. */
  publicCertificate: string
  signRequest: boolean
  acsUrl: string
  spEntityId: string
}

/** What a response says before anything of it is proven: enough to find the connection. */
export interface SamlClaims {
  issuer: string
  inResponseTo: string | undefined
}

/** What the signed assertion of a response says, and the few facts around it. */
export interface SamlFacts {
  issuer: string
  assertionId: string
  issuedAt: number
  nameId: string
  nameIdFormat: string
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

export interface SamlPeerPort {
  authorizationUrl(peer: SamlPeer, request: { id: string; relayState: string }): Promise<string>
  /** Reads without believing; `undefined` for what is no acceptable XML of a response. */
  peek(response: string): SamlClaims | undefined
  /** The facts of the one assertion that a key of the peer signed; `undefined` when there is none. */
  verify(peer: SamlPeer, response: string): Promise<SamlFacts | undefined>
}
