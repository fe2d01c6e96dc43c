import type { SamlConfig, SsoGroup } from '../entities/sso.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

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
