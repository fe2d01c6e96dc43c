import type {
  SamlConfig,
  SamlKey,
  SamlKeys,
  SamlOptions,
  SsoCertificate,
  SsoConfig,
  SsoConfigFields,
  SsoConnectionDetails,
  SsoDomain,
  SsoGroup,
  SsoTest,
} from '../entities/sso.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'
import type { AccessEffect } from './security.ts'

const CONFIGS = '/team/resources/sso/v1/configurations'
const ONE = `${CONFIGS}/{configId}` as const

type MetadataUrl = Pick<SsoConfigFields, 'configMetadata'> & { url: string }

/** SSO connections of a tenant, any number of them. `metadata` is XML text. */
export const ssoConfigs = {
  listConfigs: endpoint<void, void, SsoConfig[]>()('GET', CONFIGS),
  createConfig: endpoint<void, SsoConfigFields, SsoConfig>()('POST', CONFIGS),
  updateConfig: endpoint<void, SsoConfigFields, SsoConfig>()('PATCH', ONE),
  deleteConfig: endpoint<void, void, Ignored>()('DELETE', ONE),
  createConfigByMetadata: endpoint<void, { metadata: string }, SsoConfig>()('POST', `${CONFIGS}/metadata`),
  updateConfigByMetadata: endpoint<void, { metadata: string }, SsoConfig>()('PUT', `${ONE}/metadata`),
  createConfigByMetadataUrl: endpoint<void, MetadataUrl, SsoConfig>()('POST', `${CONFIGS}/metadata-url`),
  updateConfigByMetadataUrl: endpoint<void, MetadataUrl, SsoConfig>()('PUT', `${ONE}/metadata-url`),
  createDomain: endpoint<void, { domain: string }, SsoDomain>()('POST', `${ONE}/domains`),
  deleteDomain: endpoint<void, void, Ignored>()('DELETE', `${ONE}/domains/{domainId}`),
  validateDomain: endpoint<void, void, Ignored>()('PUT', `${ONE}/domains/{domainId}/validate`),
  getDefaultRoles: endpoint<void, void, { roleIds: string[] }>()('GET', `${ONE}/roles`, { unused: true }),
  setDefaultRoles: endpoint<void, { roleIds: string[] }, Ignored>()('PUT', `${ONE}/roles`),
  listGroups: endpoint<void, void, SsoGroup[]>()('GET', `${ONE}/groups`),
  createGroup: endpoint<void, { group: string; roleIds?: string[] }, Ignored>()('POST', `${ONE}/groups`),
  updateGroup: endpoint<void, { group: string; roleIds: string[] }, Ignored>()('PATCH', `${ONE}/groups/{groupId}`),
  deleteGroup: endpoint<void, void, Ignored>()('DELETE', `${ONE}/groups/{groupId}`),
}

const SSO = '/team/resources/sso'
const SAML = `${SSO}/v1/saml/configurations` as const
const GROUPS = `${SSO}/v2/saml/configurations/groups` as const

type SamlFields = Omit<SamlConfig, 'validated' | 'generatedVerification' | 'createdAt' | 'updatedAt'>

/** The older SSO area, with one connection per tenant. */
export const ssoSaml = {
  getConfig: endpoint<void, void, SamlConfig>()('GET', SAML),
  updateConfig: endpoint<void, SamlFields, SamlConfig>()('POST', SAML),
  getVendorConfig: endpoint<void, void, { acsUrl: string; spEntityId: string }>()('GET', `${SAML}/vendor-config`, {
    unused: true,
  }),
  /** Updates the connection from `metadata`, which is XML text. */
  updateByMetadata: endpoint<void, { metadata: string }, SamlConfig>()('PUT', `${SAML}/metadata`),
  validateDomain: endpoint<void, void, SamlConfig>()('PUT', `${SSO}/v1/saml/validations/domain`),
  getDefaultRoles: endpoint<void, void, { roleIds: string[] }>()('GET', `${SAML}/roles/default`),
  setDefaultRoles: endpoint<void, { roleIds: string[] }, Ignored>()('POST', `${SAML}/roles/default`),
  listGroups: endpoint<void, void, SsoGroup[]>()('GET', GROUPS),
  createGroup: endpoint<void, { group: string; roleIds?: string[] }, Ignored>()('POST', GROUPS),
  updateGroup: endpoint<void, { group: string; roleIds: string[] }, Ignored>()('PATCH', `${GROUPS}/{id}`),
  deleteGroup: endpoint<void, void, Ignored>()('DELETE', `${GROUPS}/{id}`),
  getOidcConfig: endpoint<void, void, { active: boolean; redirectUri?: string }>()(
    'GET',
    `${SSO}/v1/oidc/configurations`,
  ),
  getSsoPublicConfig: endpoint<void, void, { isActive: boolean }>()('GET', `${SSO}/v2/configurations/public`),
}

const CONNECTIONS = '/sso-connections'

export interface SsoDetailFields {
  name?: string
  /** Entity ID of the identity provider. */
  idpEntityId?: string
  allowIdpInitiated?: boolean
  /** Whether every sign-in adds and removes the roles of groups. */
  updatesRoles?: boolean
}

/** Calls of the SSO page beyond the wire's. */
export const ssoConnections = {
  listSsoConnectionDetails: ours<void, void, SsoConnectionDetails[]>()('GET', CONNECTIONS),
  updateSsoConnectionDetails: ours<void, SsoDetailFields, SsoConnectionDetails>()('PATCH', `${CONNECTIONS}/{id}`),
  /** Reads certificates without storing anything. */
  readSsoCertificates: ours<void, { text: string }, { certificates: SsoCertificate[] }>()('POST', '/sso-certificates'),
  /** Starts a test sign-in at the identity provider. It signs in no user, and reports the result. */
  startSsoTest: ours<void, void, { testId: string; url: string; idpType: 'saml' | 'oidc' }>()(
    'POST',
    `${CONNECTIONS}/{id}/tests`,
    // The response marks the browser.
    { cookies: true },
  ),
  getSsoTest: ours<void, void, SsoTest>()('GET', `${CONNECTIONS}/{id}/tests/{testId}`),
}

const ENFORCEMENT = '/sso-connections/{id}/enforcement'

/** Both fields replace the stored values. */
export interface SsoEnforcementFields {
  /** Whether users of the connection's verified domains must sign in through it. */
  enforced: boolean
  /** IDs of members who may still sign in another way; up to 100. */
  exemptUserIds: string[]
}

export interface SsoAdministrator {
  id: string
  email: string
  name: string
  /** Sign-in method after the change: a connection that has worked, another method, or none. */
  wayIn: 'sso' | 'other' | 'none'
  /** Whether the connection would bind them if they weren't exempt. */
  isAtDomain: boolean
}

/** A member who may still sign in another way. */
export interface SsoExemptUser {
  id: string
  email: string
  name: string
}

export interface SsoEnforcementEffect {
  effect: AccessEffect
  /** Up to 100 administrators; those who lose their only way to sign in come first. */
  administrators: SsoAdministrator[]
  /** Exempt members who are not administrators. */
  exemptMembers: SsoExemptUser[]
}

/** Checks the effect of required single sign-on on access, and saves it. */
export const ssoEnforcement = {
  /** Returns the effect of a change without making it. */
  checkSsoEnforcement: ours<void, SsoEnforcementFields, SsoEnforcementEffect>()('POST', `${ENFORCEMENT}/check`),
  /** Saves the change; fails with 409 when no administrator could sign in anymore, or when it locks out the caller. */
  saveSsoEnforcement: ours<void, SsoEnforcementFields, SsoConnectionDetails>()('PUT', ENFORCEMENT),
}

const KEYS = '/sso/saml-keys'
const OPTIONS = '/sso/configurations/{configId}/saml'

export const samlSettings = {
  getOptions: ours<void, void, SamlOptions>()('GET', OPTIONS),
  /** Updates the options; absent fields stay unchanged. */
  updateOptions: ours<void, Partial<SamlOptions>, SamlOptions>()('PATCH', OPTIONS),
  listKeys: ours<void, void, SamlKeys>()('GET', KEYS),
  addKey: ours<void, void, SamlKey>()('POST', KEYS),
  removeKey: ours<void, void, Ignored>()('DELETE', `${KEYS}/{id}`),
}
