import type { SsoGroup } from '../../../entities/sso.ts'
import type { PlacedEntry } from '../../call/auth.ts'
import type { Caller } from '../../call/caller.ts'
import type { ForeignIdentity } from '../../ports/sso.ts'
import type { Ports } from '../../ports.ts'
import { idsOf } from '../../store/json-text.ts'
import type { MemberRecord, SsoConnectionRecord, UserRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { audit } from '../audit/audit.ts'
import { beforeAndAfter } from '../audit/before-and-after.ts'
import type { Exchange } from '../identity/access/sessions.ts'
import { grantableBy, guarantorOf, type Reading } from '../identity/guarantor/guarantor.ts'
import { reasonToStay } from '../identity/lockout-guard/administrator-stays.ts'
import { reportingLeftAlone } from '../identity/lockout-guard/report-left-alone.ts'
import { mappedRolesOf, mappedRolesText } from '../identity/members/members.ts'
import { eventPorts, recordUserEvent } from '../identity/members/subject-events.ts'
import { lockTenant } from '../identity/roles/administrators.ts'

interface Arrival {
  connection: SsoConnectionRecord
  identity: ForeignIdentity
}

/** Returns the roles that a connection maps to these groups, limited to those that its guarantor could grant today. */
const mappedTo = async (
  reading: Reading,
  { tenantId, guarantorId, groups: mapping }: SsoConnectionRecord,
  groups: ReadonlySet<string>,
): Promise<string[]> => {
  const mapped = (JSON.parse(mapping) as SsoGroup[]).filter(({ group }) => groups.has(group))
  const roleIds = [...new Set(mapped.flatMap((each) => each.roleIds))]
  return grantableBy(reading, { tenantId, roleIds }, await guarantorOf(reading, tenantId, guarantorId))
}

/** The changes that a sign-in makes to the roles of a member. */
interface Plan {
  member: MemberRecord
  /** Roles that neither this mapping nor another one grants to the member any more. */
  gone: readonly string[]
  roleIds: readonly string[]
  mappedRoles: string | null
}

const planFor = async (
  reading: Reading,
  { connection, identity }: Arrival,
  userId: string,
): Promise<Plan | undefined> => {
  const { store } = reading
  const { id, tenantId } = connection
  // The connection is read again, because an administrator may have changed the mapping since the sign-in began.
  const current = (await store.ssoConnections.get(id)) ?? connection
  const member = await store.members.find({ tenantId, userId, activated: true })
  if (!member) return undefined
  const granted = await mappedTo(reading, current, new Set(identity.groups))
  const held = idsOf(member.roleIds)
  const { [id]: own = [], ...others } = mappedRolesOf(member)
  const byOthers = Object.values(others).flat()
  const gone = own.filter((each) => held.includes(each) && !granted.includes(each) && !byOthers.includes(each))
  const isMapped = (each: string) => !held.includes(each) || own.includes(each) || byOthers.includes(each)
  return {
    member,
    gone,
    roleIds: [...new Set([...held.filter((each) => !gone.includes(each)), ...granted])],
    mappedRoles: mappedRolesText({ ...others, [id]: granted.filter(isMapped) }),
  }
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each))

const changesNothing = ({ member, roleIds, mappedRoles }: Plan): boolean =>
  isSame(idsOf(member.roleIds), roleIds) && member.mappedRoles === mappedRoles

interface Outcome {
  before: readonly string[]
  after: readonly string[]
  /** The reason why a member keeps roles that their groups no longer grant. */
  reason: string | undefined
}

const entryFor = ({ connection }: Arrival, user: UserRecord, { before, after, reason }: Outcome): PlacedEntry => ({
  tenantId: connection.tenantId,
  user,
  action: 'User roles changed',
  resource: 'Users',
  severity: 'Medium',
  description: reason
    ? 'Groups of the identity provider no longer give an administrator’s role, which the account’s last administrator keeps'
    : 'Changed by the groups of the identity provider',
  detail: {
    connectionId: connection.id,
    ...beforeAndAfter({ roleIds: before }, { roleIds: after }),
    ...(reason && { reason }),
  },
})

/**
 * Applies the changes in the caller's transaction, and returns what emails administrators about sub-accounts without one.
 * No other member of the account gains or loses roles meanwhile.
 */
const carryOut = async (
  ports: Ports,
  store: Collections,
  { arrival, user, caller }: { arrival: Arrival; user: UserRecord; caller: Caller },
): Promise<(() => Promise<void>) | undefined> => {
  const { tenantId } = arrival.connection
  const inside = { ...ports, store }
  await lockTenant(store, tenantId, ports.clock.now())
  const plan = await planFor(inside, arrival, user.id)
  if (!plan || changesNothing(plan)) return undefined
  const { member, gone, roleIds, mappedRoles } = plan
  const before = idsOf(member.roleIds)
  const reason = gone.length > 0 ? await reasonToStay(inside, member, { roleIds, keepsGroups: true }) : undefined
  // The roles stay marked as mapped, so that the next sign-in checks them again.
  const after = reason ? [...roleIds, ...gone] : roleIds
  const mapped = reason ? withRoles(mappedRoles, arrival.connection.id, gone) : mappedRoles
  const report = await reportingLeftAlone(ports, caller, {
    tenantId,
    losing: [{ member, roleIds: after }],
    actor: user,
  })
  if (gone.length > 0) await report.before(store)
  await store.members.update({ id: member.id }, { roleIds: JSON.stringify(after), mappedRoles: mapped })
  if (!isSame(before, after)) {
    const place = { tenantId, actorId: user.id }
    await recordUserEvent(eventPorts(ports, store), user, { ...place, key: 'frontegg.user.updated' })
  }
  if (!isSame(before, after) || reason) await audit(inside, caller, entryFor(arrival, user, { before, after, reason }))
  return report.after
}

const withRoles = (mappedRoles: string | null, id: string, roleIds: readonly string[]): string | null => {
  const mapped = mappedRolesOf({ mappedRoles })
  return mappedRolesText({ ...mapped, [id]: [...(mapped[id] ?? []), ...roleIds] })
}

/**
 * Grants a member the roles of the groups that their provider now sends, and removes those that it granted before.
 * Roles that were granted manually are kept, and so are those of an administrator whom the account needs.
 */
export const updateMappedRoles = async (
  { ports, caller }: Exchange,
  arrival: Arrival,
  user: UserRecord,
): Promise<void> => {
  const plan = await planFor(ports, arrival, user.id)
  if (!plan || changesNothing(plan)) return
  const finish = await ports.store.transaction((store) => carryOut(ports, store, { arrival, user, caller }))
  await finish?.()
}
