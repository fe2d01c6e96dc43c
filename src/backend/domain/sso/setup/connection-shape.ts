import type { SamlConfig, SsoConfig, SsoDomain, SsoGroup } from '../../../../entities/sso.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { SsoConnectionRecord, SsoDomainRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { iso } from '../../base/wire/wire.ts'
import { acsUrlOf, spEntityIdOf } from '../sso.ts'

export const groupsOf = ({ groups }: Pick<SsoConnectionRecord, 'groups'>): SsoGroup[] => JSON.parse(groups)

/** Returns every role that the connection grants. */
export const mappedRoleIds = (connection: Pick<SsoConnectionRecord, 'groups' | 'roleIds'>): string[] => [
  ...idsOf(connection.roleIds),
  ...groupsOf(connection).flatMap(({ roleIds }) => roleIds),
]

export const toSsoDomain = ({ id, domain, validated }: SsoDomainRecord): SsoDomain => ({ id, domain, validated })

/** Converts a connection to its wire shape, without the client secret, which stays in the backend. */
export const toSsoConfig = (connection: SsoConnectionRecord, domains: readonly SsoDomainRecord[]): SsoConfig => ({
  id: connection.id,
  enabled: connection.enabled,
  type: connection.type,
  ssoEndpoint: connection.ssoEndpoint,
  publicCertificate: connection.publicCertificate,
  signRequest: connection.signRequest,
  acsUrl: connection.acsUrl,
  spEntityId: connection.spEntityId,
  oidcClientId: connection.oidcClientId,
  oidcSecret: '',
  generatedVerification: connection.generatedVerification,
  domains: domains.map(toSsoDomain),
  roleIds: idsOf(connection.roleIds),
  groups: groupsOf(connection),
  skipEmailDomainValidation: connection.skipEmailDomainValidation,
  createdAt: iso(connection.createdAt),
  updatedAt: iso(connection.updatedAt),
})

/** Returns the tenant's first connection for the older area, or the initial values of an account without one. */
export const toSamlConfig = (
  { config }: Pick<Ports, 'config'>,
  connection: SsoConnectionRecord | undefined,
  domain: SsoDomainRecord | undefined,
): SamlConfig => {
  if (!connection) return { enabled: false, acsUrl: acsUrlOf(config.apiUrl), spEntityId: spEntityIdOf(config.apiUrl) }
  const { id, domains, roleIds, groups, skipEmailDomainValidation, ...shared } = toSsoConfig(connection, [])
  return { ...shared, domain: domain?.domain ?? '', validated: domain?.validated ?? false }
}

/** Returns the fields of a connection for the audit log, without secrets and certificates. */
export const auditedOf = (connection: SsoConnectionRecord): object => {
  const { id, type, enabled, ssoEndpoint, idpEntityId, signRequest, oidcClientId } = connection
  const { skipEmailDomainValidation, allowIdpInitiated } = connection
  const roles = { roleIds: idsOf(connection.roleIds), groups: groupsOf(connection) }
  const shared = { id, type, enabled, ssoEndpoint, idpEntityId, signRequest, oidcClientId }
  return { ...shared, skipEmailDomainValidation, allowIdpInitiated, ...roles }
}

export const domainsOf = (store: Collections, connectionId: string): Promise<SsoDomainRecord[]> =>
  store.ssoDomains.list({ connectionId })

export const validatedDomains = (domains: readonly SsoDomainRecord[]): string[] =>
  domains.filter(({ validated }) => validated).map(({ domain }) => domain)
