import type { Guarantee } from './guarantee.ts'
import type { WireDate } from './wire.ts'

/** A certificate with which an identity provider signs. */
export interface SsoCertificate {
  subject: string
  validFrom: WireDate
  expiresAt: WireDate
  /** SHA-256 in hexadecimal, as provider consoles show it. */
  fingerprint: string
}

export type SsoStatus = 'draft' | 'enabled' | 'disabled'

/** Result of a test sign-in, or the reason for its failure. */
export interface SsoTest {
  id: string
  status: 'pending' | 'passed' | 'failed'
  startedAt: WireDate
  startedBy: string
  /** Attributes that the identity provider sent, with the names it uses. */
  attributes: { name: string; values: string[] }[]
  email: string | null
  groups: string[]
  /** Role IDs that the user has as a member, or else that a new user would get. */
  roleIds: string[]
  /** Names of these roles; the user may have some that the caller can't grant. Missing in tests of earlier versions. */
  roleNames?: string[]
  /** Whether the user is already a member of the account; a sign-in then changes at most the roles of their groups. */
  isMember: boolean
  /** `code` identifies the cause for the front end; `detail` is the value that was found. */
  problem: { code: string; detail: string } | null
}

/** Problem in a provider's metadata, which was used all the same. */
export interface MetadataWarning {
  code: 'expired' | 'certificate' | 'postOnly'
  /** Expiry time, or the position of the certificate in the metadata, from 1. */
  detail: string
}

/** A sign-in, or a change of a directory, that a connection refused. */
export interface ConnectionFailure {
  /** Code of a sign-in, or a sentence about a change. */
  reason: string
  at: WireDate
}

/** Fields that the wire's connection lacks. */
export interface SsoConnectionDetails {
  id: string
  name: string
  status: SsoStatus
  /** Entity ID of the identity provider; if empty, any issuer that signs with the certificate's key is accepted. */
  idpEntityId: string
  metadataUrl: string
  /** Whether a secret is stored; the secret itself is never returned. */
  hasSecret: boolean
  /** Whether the identity provider may start sign-ins. */
  allowIdpInitiated: boolean
  /** Whether every sign-in adds and removes the roles of groups; missing on older backends. */
  updatesRoles?: boolean
  certificates: SsoCertificate[]
  /** Warnings of the last metadata read; missing on older backends. */
  metadataWarnings?: MetadataWarning[]
  /** Time when it was last turned on. */
  enabledAt?: WireDate | null
  lastSignInAt: WireDate | null
  failuresThisWeek: number
  /** Recent failures, latest first; missing on older backends. */
  failures?: ConnectionFailure[]
  test: SsoTest | null
  /** Whether users of the verified domains must use this connection. */
  enforced: boolean
  /** IDs of administrators who may still sign in another way while it is enforced. */
  exemptUserIds: string[]
  /** Guarantor of the connection; missing on older backends. */
  guarantee?: Guarantee
}

export type SsoType = 'saml' | 'okta' | 'azure' | 'google' | 'oidc'

/** The connection of the older area with one connection per tenant. */
export interface SamlConfig {
  enabled: boolean
  domain?: string
  validated?: boolean
  /** Text of the DNS record that verifies the domain. */
  generatedVerification?: string
  ssoEndpoint?: string
  /** Certificate as PEM, or base64 of it. */
  publicCertificate?: string
  signRequest?: boolean
  acsUrl?: string
  spEntityId?: string
  isSamlActive?: boolean
  oidcClientId?: string
  oidcSecret?: string
  type?: string
  createdAt?: WireDate
  updatedAt?: WireDate
}

export interface SsoDomain {
  id: string
  domain: string
  validated: boolean
}

export interface SsoGroup {
  id: string
  /** Name of the group at the identity provider. */
  group: string
  roleIds: string[]
}

export interface SsoConfig {
  id: string
  enabled: boolean
  type: string
  ssoEndpoint: string
  publicCertificate: string
  signRequest: boolean
  acsUrl: string
  spEntityId: string
  oidcClientId: string
  oidcSecret: string
  generatedVerification: string
  domains: SsoDomain[]
  roleIds: string[]
  groups: SsoGroup[]
  skipEmailDomainValidation: boolean
  createdAt?: WireDate
  updatedAt?: WireDate
}

export interface SsoConfigFields extends Partial<Omit<SsoConfig, 'id' | 'createdAt' | 'updatedAt' | 'domains'>> {
  configMetadata?: { [name: string]: string }
}

export type ScimSource = 'frontegg' | 'okta' | 'azure-ad' | 'other'

export interface ProvisioningConnection {
  id: string
  connectionName: string
  source: ScimSource
  syncToUserManagement: boolean
  createdAt: WireDate
  lastSync?: WireDate | null
}

/** Options of a SAML connection besides sign-in. */
export interface SamlOptions {
  /**
   * URL where the identity provider accepts logout messages, or its `end_session_endpoint`; `''` turns single logout
   * off.
   */
  logoutUrl: string
  logoutBinding: 'redirect' | 'post'
  /** Whether assertions that aren't encrypted are refused. */
  requireEncryption: boolean
  /** Names of attributes; an absent field is matched by its usual names. */
  attributes: { email?: string; name?: string; groups?: string }
  /** Seconds that the provider's clock may be ahead or behind; missing on older backends, like all fields below. */
  clockToleranceSeconds?: number
  /** URL where the provider accepts logout messages according to its metadata; `null` when it has none. */
  offeredLogout?: { url: string; binding: 'redirect' | 'post' } | null
  /**
   * Authentication of the client of an OpenID Connect connection; `''` follows the provider's discovery document.
   * `none` removes the stored secret.
   */
  clientAuthentication?: '' | 'basic' | 'post' | 'none'
}

/** One of our certificates, for the identity provider. */
export interface SamlCertificate extends SsoCertificate {
  /** In PEM format. */
  certificate: string
}

/** Key for which assertions can be encrypted. */
export interface SamlKey extends SamlCertificate {
  id: string
  createdAt: WireDate
}

export interface SamlKeys {
  /** Keys, newest first. The first is published in our metadata, and every key can decrypt. */
  keys: SamlKey[]
  /** Certificate with which our requests and logout messages are signed. */
  signing: SamlCertificate
  metadataUrl: string
  logoutUrl: string
  /** URL that an OpenID Connect provider redirects to after a logout; absent on older backends. */
  postLogoutUrl?: string
}
