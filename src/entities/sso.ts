import type { SsoCertificate } from './sso-setup.ts'
import type { WireDate } from './wire.ts'

export type SsoType = 'saml' | 'okta' | 'azure' | 'google' | 'oidc'

/** The one connection of the older, single-connection area. */
export interface SamlConfig {
  enabled: boolean
  domain?: string
  validated?: boolean
  /** Text of the DNS record that proves the domain. */
  generatedVerification?: string
  ssoEndpoint?: string
  /** PEM, or base64 of it. */
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

/** What a SAML connection does besides sign-ins. */
export interface SamlOptions {
  /** Where the identity provider takes logout messages, or its `end_session_endpoint`; `''` turns single logout off. */
  logoutUrl: string
  logoutBinding: 'redirect' | 'post'
  /** Whether assertions that aren't encrypted are refused. */
  requireEncryption: boolean
  /** Names of attributes; an absent field is found by its usual names. */
  attributes: { email?: string; name?: string; groups?: string }
  /** How many seconds the provider's clock may be ahead or behind; missing where the backend is older, like all below. */
  clockToleranceSeconds?: number
  /** Where the provider's metadata says that it takes logout messages; `null` when it doesn't. */
  offeredLogout?: { url: string; binding: 'redirect' | 'post' } | null
  /**
   * How the client of an OpenID Connect connection authenticates; `''` as the provider's discovery says. `none` removes the
   * stored secret.
   */
  clientAuthentication?: '' | 'basic' | 'post' | 'none'
}

/** A certificate of ours, for the identity provider. */
export interface SamlCertificate extends SsoCertificate {
  /** PEM. */
  certificate: string
}

/** What assertions can be encrypted for. */
export interface SamlKey extends SamlCertificate {
  id: string
  createdAt: WireDate
}

export interface SamlKeys {
  /** Newest first: the first is published in our metadata, all of them decrypt. */
  keys: SamlKey[]
  /** What our requests and logout messages are signed with. */
  signing: SamlCertificate
  metadataUrl: string
  logoutUrl: string
  /** Where an OpenID Connect provider redirects to after a logout; absent on an older backend. */
  postLogoutUrl?: string
}
