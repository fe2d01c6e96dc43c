import { samlSettings, ssoConfigs, ssoConnections, ssoSaml } from '../../contract/sso.ts'
import { anSsoConnectionRecord } from '../../testing/records.ts'
import type { Store } from '../store/store.ts'
import type { Grant } from './grant.test-kit.ts'
import { METADATA_URL, SAML_METADATA } from './sso-metadata.test-kit.ts'

/** Makes this the role of users who sign in for the first time. */
const makeDefault = async (store: Store, role: string): Promise<void> => {
  await store.roles.update({ isDefault: true }, { isDefault: false })
  await store.roles.update({ id: role }, { isDefault: true })
}

const giving = (store: Store, role: string) =>
  store.ssoConnections.insert(anSsoConnectionRecord({ roleIds: JSON.stringify([role]) }))

const giftless = (store: Store) => store.ssoConnections.insert(anSsoConnectionRecord({ roleIds: '["plain"]' }))

/** Creates a connection with a domain that lacks only its TXT record to be verified. */
const claiming = async (store: Store, role: string): Promise<void> => {
  await giving(store, role)
  const claim = { connectionId: 'sso', tenantId: 'acme', domain: 'proof.test', validated: false, createdAt: 0 }
  await store.ssoDomains.insert({ id: 'claim', ...claim })
}

/** Creates a connection for the domain of a member who holds the role. */
const speaking = async (store: Store, role: string): Promise<void> => {
  await giftless(store)
  await store.members.update({ userId: 'mel' }, { roleIds: JSON.stringify([role]) })
  await store.members.update({ userId: { not: 'mel' } }, { email: 'moved@else.test' })
  const domain = { connectionId: 'sso', tenantId: 'acme', domain: 'acme.test', validated: true, createdAt: 0 }
  await store.ssoDomains.insert({ id: 'proof', ...domain })
}

const path = { configId: 'sso' }
const mapped = (role: string) => ({ group: 'Staff', roleIds: [role] })
const withGroup = (store: Store) =>
  store.ssoConnections.insert(
    anSsoConnectionRecord({ roleIds: '["plain"]', groups: '[{"id":"g","group":"Crew","roleIds":[]}]' }),
  )

const SAML: Grant[] = [
  {
    operation: 'ssoSaml.updateConfig',
    endpoint: ssoSaml.updateConfig,
    arrange: giving,
    body: () => ({ enabled: true, domain: 'company.test', ssoEndpoint: 'https://idp.test/sso' }),
  },
  {
    operation: 'ssoSaml.updateByMetadata',
    endpoint: ssoSaml.updateByMetadata,
    arrange: giving,
    body: () => ({ metadata: SAML_METADATA }),
  },
  { operation: 'ssoSaml.validateDomain', endpoint: ssoSaml.validateDomain, arrange: claiming },
  {
    operation: 'ssoSaml.setDefaultRoles',
    endpoint: ssoSaml.setDefaultRoles,
    arrange: giftless,
    body: (role) => ({ roleIds: [role] }),
  },
  { operation: 'ssoSaml.createGroup', endpoint: ssoSaml.createGroup, arrange: giftless, body: mapped },
  {
    operation: 'ssoSaml.updateGroup',
    endpoint: ssoSaml.updateGroup,
    path: { id: 'g' },
    arrange: withGroup,
    body: mapped,
  },
]

const CONFIGS: Grant[] = [
  {
    operation: 'samlSettings.updateOptions',
    endpoint: samlSettings.updateOptions,
    path,
    arrange: giving,
    body: () => ({ attributes: { groups: 'department' } }),
  },
  {
    operation: 'samlSettings.updateOptions',
    endpoint: samlSettings.updateOptions,
    path,
    arrange: speaking,
    body: () => ({ attributes: { email: 'nickname' } }),
  },
  {
    operation: 'ssoConfigs.createConfig',
    endpoint: ssoConfigs.createConfig,
    body: (role) => ({ type: 'okta', roleIds: [role] }),
  },
  {
    operation: 'ssoConfigs.createConfig',
    endpoint: ssoConfigs.createConfig,
    body: (role) => ({ type: 'okta', groups: [{ id: 'g', group: 'Staff', roleIds: [role] }] }),
  },
  {
    operation: 'ssoConfigs.updateConfig',
    endpoint: ssoConfigs.updateConfig,
    path,
    arrange: giving,
    body: () => ({ ssoEndpoint: 'https://evil.test/sso' }),
  },
  {
    operation: 'ssoConfigs.updateConfig',
    endpoint: ssoConfigs.updateConfig,
    path,
    arrange: speaking,
    body: () => ({ ssoEndpoint: 'https://evil.test/sso' }),
  },
  {
    operation: 'ssoConfigs.createConfigByMetadata',
    endpoint: ssoConfigs.createConfigByMetadata,
    arrange: makeDefault,
    body: () => ({ metadata: SAML_METADATA }),
  },
  {
    operation: 'ssoConfigs.updateConfigByMetadata',
    endpoint: ssoConfigs.updateConfigByMetadata,
    path,
    arrange: speaking,
    body: () => ({ metadata: SAML_METADATA }),
  },
  {
    operation: 'ssoConfigs.createConfigByMetadataUrl',
    endpoint: ssoConfigs.createConfigByMetadataUrl,
    arrange: makeDefault,
    body: () => ({ url: METADATA_URL }),
  },
  {
    operation: 'ssoConfigs.updateConfigByMetadataUrl',
    endpoint: ssoConfigs.updateConfigByMetadataUrl,
    path,
    arrange: giving,
    body: () => ({ url: METADATA_URL }),
  },
  {
    operation: 'ssoConfigs.validateDomain',
    endpoint: ssoConfigs.validateDomain,
    path: { ...path, domainId: 'claim' },
    arrange: claiming,
  },
  {
    operation: 'ssoConfigs.setDefaultRoles',
    endpoint: ssoConfigs.setDefaultRoles,
    path,
    arrange: giftless,
    body: (role) => ({ roleIds: [role] }),
  },
  { operation: 'ssoConfigs.createGroup', endpoint: ssoConfigs.createGroup, path, arrange: giftless, body: mapped },
  {
    operation: 'ssoConfigs.updateGroup',
    endpoint: ssoConfigs.updateGroup,
    path: { ...path, groupId: 'g' },
    arrange: withGroup,
    body: mapped,
  },
]

const DETAILS: Grant[] = [
  {
    operation: 'ssoConnections.updateSsoConnectionDetails',
    endpoint: ssoConnections.updateSsoConnectionDetails,
    path: { id: 'sso' },
    arrange: giving,
    body: () => ({ allowIdpInitiated: true }),
  },
]

/** Every way in which setting up single sign-on makes a role effective. */
export const SSO_GRANTS: readonly Grant[] = [...SAML, ...CONFIGS, ...DETAILS]
