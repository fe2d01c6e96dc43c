import type { SamlConfig, SsoConfig, SsoDomain, SsoGroup } from '../../../../entities/sso.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { SsoConnectionRecord, SsoDomainRecord } from '../../../store/records.ts'
import { iso } from '../../base/wire/wire.ts'
import { acsUrlOf, spEntityIdOf } from '../sso.ts'

export const groupsOf = ({ groups }: Pick<SsoConnectionRecord, 'groups'>): SsoGroup[] => JSON.parse(groups)

/** Every role that the connection gives to someone. */
export const mappedRoleIds = (connection: Pick<SsoConnectionRecord, 'groups' | 'roleIds'>): string[] => [
  ...idsOf(connection.roleIds),
  ...groupsOf(connection).flatMap(({ roleIds }) => roleIds),
]

export const toSsoDomain = ({ id, domain, validated }: SsoDomainRecord): SsoDomain => ({ id, domain, validated })

/** The client secret stays in the backend. */
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

/** The older area shows the tenant's first connection, or how an account without one starts. */
export const toSamlConfig = (
  { config }: Pick<Ports, 'config'>,
  connection: SsoConnectionRecord | undefined,
  domain: SsoDomainRecord | undefined,
): SamlConfig => {
  if (!connection) return { enabled: false, acsUrl: acsUrlOf(config.apiUrl), spEntityId: spEntityIdOf(config.apiUrl) }
  const { id, domains, roleIds, groups, skipEmailDomainValidation, ...shared } = toSsoConfig(connection, [])
  return { ...shared, domain: domain?.domain ?? '', validated: domain?.validated ?? false }
}

/** What an audit row shows of a connection: neither secret nor certificate. */
export const auditedOf = (connection: SsoConnectionRecord): object => {
  const { id, type, enabled, ssoEndpoint, idpEntityId, signRequest, oidcClientId } = connection
  const { skipEmailDomainValidation, allowIdpInitiated } = connection
  const roles = { roleIds: idsOf(connection.roleIds), groups: groupsOf(connection) }
  const shared = { id, type, enabled, ssoEndpoint, idpEntityId, signRequest, oidcClientId }
  return { ...shared, skipEmailDomainValidation, allowIdpInitiated, ...roles }
}
