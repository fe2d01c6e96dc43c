import type { SsoConfig, SsoConfigFields, SsoDomain, SsoGroup } from '../entities/sso.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

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
