import type { SsoCertificate } from './sso-setup.ts'
import type { WireDate } from './wire.ts'

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
  /** PEM. */
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
