import { federation } from '../../../contract/federation.ts'
import type { SsoGroup } from '../../../entities/sso.ts'
import { domainOf } from '../../../rules/email.ts'
import { forbidden } from '../../call/refusal.ts'
import type { OidcProvider } from '../../ports/sso.ts'
import type { Ports, SecretUse } from '../../ports.ts'
import { idsOf } from '../../store/json-text.ts'
import type { MemberRecord, SsoConnectionRecord, UserRecord } from '../../store/records.ts'
import { connectionOfDomain, isReady } from '../identity/access/required-sso.ts'
import { defaultRoleIds } from '../identity/team/invite-link.ts'
import { samlSettingsOf } from './saml-settings.ts'

/** Returns the URL of the API to which identity providers send SAML responses. */
export const acsUrlOf = (apiUrl: string): string => new URL(federation.consumeSaml.path, apiUrl).href
export const spEntityIdOf = (apiUrl: string): string => new URL(federation.getServiceProvider.path, apiUrl).href

/** The authentication method of an identity provider. RFC 8176 doesn't define one; this is the value in common use. */
export const BY_FEDERATION: readonly string[] = ['fed']

export const providerOf = ({ id }: SsoConnectionRecord): string => `sso:${id}`

/** Returns the enabled connection that users with this email sign in through. */
export const connectionFor = async (
  { store }: Pick<Ports, 'store'>,
  email: string,
  tenantId?: string,
): Promise<SsoConnectionRecord | undefined> => {
  const domain = domainOf(email)
  const domains = await store.ssoDomains.list({ domain, validated: true, ...(tenantId !== undefined && { tenantId }) })
  if (domains.length === 0) return undefined
  const id = { in: domains.map(({ connectionId }) => connectionId) }
  const [connections, setups] = await Promise.all([store.ssoConnections.list({ id }), store.ssoSetups.list({ id })])
  return connectionOfDomain({ domains, connections, setups })(domain)
}

export const enabledConnection = async (ports: Ports, id: string): Promise<SsoConnectionRecord> => {
  const connection = await ports.store.ssoConnections.get(id)
  if (!connection || !isReady(connection)) throw forbidden('Single sign-on is turned off for this account')
  return connection
}

/** Returns how the client secret of a connection is sealed. */
export const ssoSecretUse = (connectionId: string): SecretUse => ({ purpose: 'sso-client-secret', owner: connectionId })

export const oidcProviderOf = async (
  { secretBox, store }: Pick<Ports, 'secretBox' | 'store'>,
  connection: SsoConnectionRecord,
): Promise<OidcProvider> => {
  const { attributes, clientAuthentication: authentication } = await samlSettingsOf({ store }, connection)
  return {
    issuer: connection.ssoEndpoint,
    clientId: connection.oidcClientId,
    clientSecret: (await secretBox.open(connection.oidcSecret, ssoSecretUse(connection.id))).text,
    authentication,
    attributes,
  }
}

/** Returns how the ID token of a session at a provider is sealed. */
export const idTokenUse = (ssoSessionId: string): SecretUse => ({ purpose: 'sso-id-token', owner: ssoSessionId })

/** Returns whether a user belongs to the account of a connection and to no other. */
export const isOwnUser = async (
  { store }: Pick<Ports, 'store'>,
  { tenantId }: Pick<SsoConnectionRecord, 'tenantId'>,
  user: UserRecord,
): Promise<boolean> => {
  const places = await store.members.list({ userId: user.id })
  const isOurs = (place: MemberRecord) => place.tenantId === tenantId && (place.activated || !user.verified)
  return places.length > 0 && places.every(isOurs)
}

export const ownsDomain = async (ports: Ports, { id }: SsoConnectionRecord, email: string): Promise<boolean> =>
  (await ports.store.ssoDomains.count({ connectionId: id, domain: domainOf(email), validated: true })) > 0

/** Returns the roles that every new member gets, regardless of their groups. */
export const baseRoles = async (ports: Ports, connection: SsoConnectionRecord): Promise<readonly string[]> => {
  const forAll = idsOf(connection.roleIds)
  return forAll.length > 0 ? forAll : defaultRoleIds(ports, connection.tenantId)
}

/** Returns the roles of the groups that the provider sent, in addition to those that every member gets. */
export const rolesFor = async (ports: Ports, connection: SsoConnectionRecord, groups: readonly string[]) => {
  const mapped = (JSON.parse(connection.groups) as SsoGroup[])
    .filter(({ group }) => groups.includes(group))
    .flatMap(({ roleIds }) => roleIds)
  return [...new Set([...(await baseRoles(ports, connection)), ...mapped])]
}
