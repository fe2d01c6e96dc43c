import type { Dated } from './dated.ts'

/** A connection by which users of a tenant sign in at the tenant's own identity provider. */
export interface SsoConnectionRecord extends Dated {
  id: string
  tenantId: string
  enabled: boolean
  /** A value of `SsoType`. */
  type: string
  /** SAML: URL for sign-in requests. OpenID Connect: the issuer. */
  ssoEndpoint: string
  /** Entity id of the SAML identity provider; `''` accepts any issuer that signs with the certificate's key. */
  idpEntityId: string
  /** PEM; several are concatenated while a provider changes its key. */
  publicCertificate: string
  /** Whether our SAML requests are signed. */
  signRequest: boolean
  acsUrl: string
  spEntityId: string
  oidcClientId: string
  oidcSecret: string
  /** Text of the DNS record that proves a domain. */
  generatedVerification: string
  /** Role ids of users who sign in for the first time, as a JSON list. */
  roleIds: string
  /** JSON list of `SsoGroup`s. */
  groups: string
  skipEmailDomainValidation: boolean
  /** Whether the identity provider may start a sign-in that the user did not request here. */
  allowIdpInitiated: boolean
  /** JSON object of texts by name. */
  configMetadata: string
  /**
   * Id of the user who last changed the connection's trust settings, or confirmed them; `null` in connections of older
   * releases.
   */
  guarantorId: string | null
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

/** Links an account at a provider to a user here. */
export interface IdentityRecord {
  id: string
  /** For example, `social:google` or `sso:<connection id>`. */
  provider: string
  /** The provider's id of the user; never reassigned to another user. */
  subject: string
  userId: string
  email: string
  createdAt: number
  lastUsedAt: number
}

/** Further settings of a SAML connection; without a record it handles only sign-ins. */
export interface SamlSettingsRecord extends Dated {
  /** Id of the connection. */
  id: string
  tenantId: string
  /**
   * URL that receives logout messages at the identity provider, or its `end_session_endpoint`; `''` turns single logout
   * off.
   */
  logoutUrl: string
  /** `redirect` or `post`: the binding of logout messages. */
  logoutBinding: string
  /** Whether unencrypted assertions are refused. */
  requireEncryption: boolean
  /** Names of attributes by field, as JSON text. */
  attributes: string
  /** Tolerated difference between the provider's clock and ours. */
  clockToleranceSeconds: number
  /**
   * Logout URL from the provider's metadata, offered to an administrator who turns on single logout; `''` if it names
   * none.
   */
  offeredLogoutUrl: string
  offeredLogoutBinding: string
  /** URL of the metadata for responses to the provider's logouts; `''` if it is the logout URL. */
  offeredResponseUrl: string
  /**
   * Authentication method of the OpenID Connect client: `basic`, `post` or `none`; `''` follows the provider's
   * discovery document.
   */
  clientAuthentication: string
}

/** A key pair that identity providers encrypt assertions for. */
export interface SamlKeyRecord {
  id: string
  tenantId: string
  /** In PEM format. */
  certificate: string
  /** PEM, sealed. */
  privateKey: string
  createdAt: number
}

/** A session at an identity provider from which sessions here originate. Those name it among their methods. */
export interface SamlSessionRecord {
  id: string
  connectionId: string
  tenantId: string
  userId: string
  nameId: string
  nameIdFormat: string
  /** `''` if the provider named none. */
  sessionIndex: string
  /** Sealed ID token of an OpenID Connect provider; `null` for SAML. */
  idToken: string | null
  createdAt: number
  expiresAt: number
}

/** An administrator's settings and status of a connection that signing in doesn't need. */
export interface SsoSetupRecord extends Dated {
  /** Id of the connection. */
  id: string
  tenantId: string
  name: string
  /** URL that the metadata was last read from, `''` if it was pasted. */
  metadataUrl: string
  /** Time at which the connection was last turned on; until then it is a draft. */
  enabledAt: number | null
  lastSignInAt: number | null
  /** Whether users of its verified domains must use it to sign in. */
  enforced: boolean
  /** Ids of users who may sign in another way while it is enforced, as a JSON list. */
  exemptUserIds: string
  /** Whether every sign-in adds and removes the roles of groups, instead of only a user's first sign-in. */
  updatesRoles: boolean
  /** The latest test sign-in with these settings as JSON text, `''` if there is none. */
  test: string
  /** JSON list of the problems in the provider's metadata when it was last read. */
  metadataWarnings: string
}

/** A refused sign-in by a connection, or a change from a directory. */
interface SsoFailureRecord {
  id: string
  connectionId: string
  tenantId: string
  reason: string
  createdAt: number
}

export interface FederationRecords {
  ssoConnections: SsoConnectionRecord
  ssoDomains: SsoDomainRecord
  ssoSetups: SsoSetupRecord
  ssoFailures: SsoFailureRecord
  samlSettings: SamlSettingsRecord
  samlKeys: SamlKeyRecord
  samlSessions: SamlSessionRecord
  identities: IdentityRecord
}
