/** How the users of a tenant sign in at an identity provider of their own. */
export interface SsoConnectionRecord {
  id: string
  tenantId: string
  enabled: boolean
  /** A `SsoType`. */
  type: string
  /** SAML: where sign-ins are asked for. OpenID Connect: the issuer. */
  ssoEndpoint: string
  /** Entity id of the SAML identity provider; `''` accepts any issuer that signs with the certificate's key. */
  idpEntityId: string
  /** PEM; several one after the other while a provider changes its key. */
  publicCertificate: string
  /** Whether our SAML requests are signed. */
  signRequest: boolean
  acsUrl: string
  spEntityId: string
  oidcClientId: string
  oidcSecret: string
  /** Text of the DNS record that proves a domain. */
  generatedVerification: string
  /** Role ids of users who come in for the first time, as a JSON list. */
  roleIds: string
  /** `SsoGroup`s as a JSON list. */
  groups: string
  skipEmailDomainValidation: boolean
  /** Whether the identity provider may send users in who did not ask. */
  allowIdpInitiated: boolean
  /** Texts by name, as JSON text. */
  configMetadata: string
  /** Who last changed what the connection trusts, or confirmed it; `null` in connections of older releases. */
  guarantorId: string | null
  createdAt: number
  updatedAt: number
}

/** An email domain whose users sign in through a connection, once it is validated. */
export interface SsoDomainRecord {
  id: string
  connectionId: string
  tenantId: string
  domain: string
  validated: boolean
  createdAt: number
}

/** That an account elsewhere belongs to a user here. */
export interface IdentityRecord {
  id: string
  /** `social:google`, `sso:<connection id>` … */
  provider: string
  /** What the provider calls the user: never given to another. */
  subject: string
  userId: string
  email: string
  createdAt: number
  lastUsedAt: number
}

/** What a SAML connection does besides sign-ins; without a record it does nothing more. */
export interface SamlSettingsRecord {
  /** Id of the connection. */
  id: string
  tenantId: string
  /** Where the identity provider takes logout messages, or its `end_session_endpoint`; `''` turns single logout off. */
  logoutUrl: string
  /** `redirect` or `post`: how logout messages are sent there. */
  logoutBinding: string
  /** Whether assertions that aren't encrypted are refused. */
  requireEncryption: boolean
  /** Names of attributes by field, as JSON text. */
  attributes: string
  /** How far the provider's clock may be ahead or behind. */
  clockToleranceSeconds: number
  /** The provider's metadata names this URL for logouts, for an administrator who turns them on; `''` when it names none. */
  offeredLogoutUrl: string
  offeredLogoutBinding: string
  /** How an OpenID Connect client authenticates: `basic`, `post` or `none`; `''` as the provider's discovery says. */
  clientAuthentication: string
  createdAt: number
  updatedAt: number
}

/** A key pair that identity providers encrypt assertions for. */
export interface SamlKeyRecord {
  id: string
  tenantId: string
  /** PEM. */
  certificate: string
  /** PEM, sealed. */
  privateKey: string
  createdAt: number
}

/** The session at an identity provider that sessions here came from. Theirs name it among their methods. */
export interface SamlSessionRecord {
  id: string
  connectionId: string
  tenantId: string
  userId: string
  nameId: string
  nameIdFormat: string
  /** `''`: the provider named none. */
  sessionIndex: string
  /** Of an OpenID Connect provider, sealed; `null` for SAML. */
  idToken: string | null
  createdAt: number
  expiresAt: number
}
