import type { EventData, EventKey } from '../../../../entities/events.ts'
import type { GroupsConfiguration } from '../../../../entities/team.ts'
import type { AuditEntry, AuthRequest, SignedRequest } from '../../../call/auth.ts'
import type {
  ApiTokenRecord,
  DirectoryConnectionRecord,
  DomainRuleRecord,
  GroupRecord,
  IpRestrictionRecord,
  RoleRecord,
  SsoConnectionRecord,
  TenantRecord,
  TicketRecord,
} from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import { iso } from '../../base/wire/wire.ts'
import { recordCallEvent } from './subject-events.ts'

type Change = 'created' | 'updated' | 'deleted'

export const recordRole = (call: AuthRequest, store: Collections, { id, key, name }: RoleRecord, change: Change) =>
  recordCallEvent(call, store, { key: `frontegg.role.${change}`, recordId: id, data: { role: { id, key, name } } })

export const recordGroup = (call: AuthRequest, store: Collections, { id, name }: GroupRecord, change: Change) =>
  recordCallEvent(call, store, { key: `frontegg.group.${change}`, recordId: id, data: { group: { id, name } } })

export const recordToken = (
  call: AuthRequest,
  store: Collections,
  { id, userId, description }: ApiTokenRecord,
  change: Exclude<Change, 'updated'>,
) => {
  const kind = userId === null ? 'tenantApiToken' : 'userApiToken'
  const apiToken = { id, userId, description }
  return recordCallEvent(call, store, { key: `frontegg.${kind}.${change}`, recordId: id, data: { apiToken } })
}

/** Maximum entries in an event; receivers read longer lists from the API. */
const MAX_IPS = 50
const MAX_DOMAINS = 100

/** Records an event of settings that exist once per account, so the account's id is the record id. */
const recordOwn = <Key extends EventKey>(
  call: AuthRequest,
  store: Collections,
  event: [key: Key, data: EventData[Key]],
) => recordCallEvent(call, store, { key: event[0], recordId: call.auth.tenantId, data: event[1] })

export const recordPolicy = (call: AuthRequest, store: Collections, kind: string) =>
  recordCallEvent(call, store, { key: 'frontegg.securityPolicy.updated', recordId: kind, data: { policy: { kind } } })

type Auditing = Pick<SignedRequest, 'audit'>

interface PolicyChange extends Pick<AuditEntry, 'action' | 'description'> {
  kind: string
  before: object
  after: object
}

/** Records the event of a changed policy, and its row in the audit log. */
export const recordPolicyChange = async (
  call: AuthRequest & Auditing,
  store: Collections,
  { kind, before, after, ...entry }: PolicyChange,
): Promise<void> => {
  await recordPolicy(call, store, kind)
  const detail = beforeAndAfter(before, after)
  await call.audit({ ...entry, inside: store, resource: 'Policies', severity: 'Medium', detail })
}

export const recordIpRules = (
  call: AuthRequest,
  store: Collections,
  rules: readonly IpRestrictionRecord[],
  change: Change,
) => {
  const shown = rules.slice(0, MAX_IPS).map(({ ip, strategy, isActive }) => ({ ip, strategy, isActive }))
  return recordOwn(call, store, [
    `frontegg.ipRestriction.${change}`,
    { ipRestrictions: { count: rules.length, rules: shown } },
  ])
}

/** Records the event of rules that were added or removed together, which all belong to one list. */
export const recordDomainRules = (
  call: AuthRequest,
  store: Collections,
  rules: readonly DomainRuleRecord[],
  change: Exclude<Change, 'updated'>,
) => {
  const domains = rules.slice(0, MAX_DOMAINS).map(({ domain }) => domain)
  const emailDomainRules = { type: rules[0]?.type ?? 'ALLOW', count: rules.length, domains }
  return recordOwn(call, store, [`frontegg.emailDomainRule.${change}`, { emailDomainRules }])
}

export const recordGroupSettings = (
  call: AuthRequest,
  store: Collections,
  { enabled, rolesEnabled }: GroupsConfiguration,
) => recordOwn(call, store, ['frontegg.groupSettings.updated', { groupSettings: { enabled, rolesEnabled } }])

export const recordInviteLinkSettings = (
  call: AuthRequest,
  store: Collections,
  inviteLinkSettings: EventData['frontegg.inviteLinkSettings.updated']['inviteLinkSettings'],
) => recordOwn(call, store, ['frontegg.inviteLinkSettings.updated', { inviteLinkSettings }])

export const recordTemporaryUserSettings = (call: AuthRequest, store: Collections, enabled: boolean) =>
  recordOwn(call, store, ['frontegg.temporaryUserSettings.updated', { temporaryUserSettings: { enabled } }])

export const recordLoginAlias = (call: AuthRequest, store: Collections, alias: string | null) =>
  recordOwn(call, store, ['frontegg.loginAlias.updated', { loginAlias: { alias } }])

export const recordLoginBox = (call: AuthRequest, store: Collections, fields: string[]) =>
  recordOwn(call, store, ['frontegg.loginBox.updated', { loginBox: { fields } }])

export const recordInviteLink = (
  call: AuthRequest,
  store: Collections,
  { id, expiresAt }: TicketRecord,
  change: Change,
) => {
  const inviteLink = { id, expires: iso(expiresAt) }
  return recordCallEvent(call, store, { key: `frontegg.inviteLink.${change}`, recordId: id, data: { inviteLink } })
}

export const recordSubTenant = (
  call: AuthRequest,
  store: Collections,
  { id, name, parentId }: TenantRecord,
  change: Change,
) => {
  const subTenant = { id, name, parentId }
  return recordCallEvent(call, store, { key: `frontegg.subTenant.${change}`, recordId: id, data: { subTenant } })
}

const shownSsoConnection = ({ id, type, enabled }: SsoConnectionRecord) => ({ id, type, enabled })

export const recordSsoConnection = (
  call: AuthRequest,
  store: Collections,
  connection: SsoConnectionRecord,
  change: Change,
) => {
  const data = { ssoConnection: shownSsoConnection(connection) }
  return recordCallEvent(call, store, { key: `frontegg.ssoConnection.${change}`, recordId: connection.id, data })
}

interface SsoConnectionChange extends Pick<AuditEntry, 'action' | 'severity' | 'description' | 'detail'> {
  /** @default 'updated' */
  change?: Change
}

/** Records the event of a changed SSO connection, and its row in the audit log. */
export const recordSsoConnectionChange = async (
  call: AuthRequest & Auditing,
  store: Collections,
  connection: SsoConnectionRecord,
  { change = 'updated', ...entry }: SsoConnectionChange,
): Promise<void> => {
  await recordSsoConnection(call, store, connection, change)
  await call.audit({ severity: 'High', ...entry, inside: store, resource: 'SSO' })
}

export const recordSsoEnforcement = (
  call: AuthRequest,
  store: Collections,
  connection: SsoConnectionRecord,
  ssoEnforcement: EventData['frontegg.ssoEnforcement.updated']['ssoEnforcement'],
) => {
  const data = { ssoConnection: shownSsoConnection(connection), ssoEnforcement }
  return recordCallEvent(call, store, { key: 'frontegg.ssoEnforcement.updated', recordId: connection.id, data })
}

export const recordProvisioning = (
  call: AuthRequest,
  store: Collections,
  { id, name, source, syncToUserManagement }: DirectoryConnectionRecord,
  change: Change,
) => {
  const data = { provisioningConnection: { id, name, source, syncToUserManagement } }
  return recordCallEvent(call, store, { key: `frontegg.provisioningConnection.${change}`, recordId: id, data })
}
