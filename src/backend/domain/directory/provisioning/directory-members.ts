import { domainOf } from '../../../../rules/email.ts'
import { badRequest, conflict } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { MemberRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { dropMailedTickets } from '../../identity/credentials/mailed-links.ts'
import { assertAdministratorStays } from '../../identity/lockout-guard/administrator-stays.ts'
import { reportingLeftAlone } from '../../identity/lockout-guard/report-left-alone.ts'
import { acceptInvitation, invitedRecord, memberRecord, updateCopies } from '../../identity/members/members.ts'
import { eventPorts, recordMembers } from '../../identity/members/subject-events.ts'
import { assertEmailAccepted } from '../../identity/restrictions/email-domains.ts'
import { assertMayGrantIds, mayGrant } from '../../identity/roles/granting.ts'
import { roleIdsByMember, rolesByIds } from '../../identity/roles/grants.ts'
import { revokeSessions } from '../../identity/sessions/end-session.ts'
import { endMemberships } from '../../identity/team/end-memberships.ts'
import { mailInvitation, newUser } from '../../identity/team/invitations.ts'
import { defaultRoleIds } from '../../identity/team/invite-link.ts'
import { actorOf, assertMayTouch, type DirectoryCall, watchStopped } from './directory-call.ts'

/** The facts about a member that a directory decides. */
export interface DirectoryFacts {
  email: string
  name: string
  active: boolean
}

interface Placed {
  member: MemberRecord
  user: UserRecord
  /** Whether the membership was created, rather than matched to an existing one. */
  isCreator: boolean
}

const ALREADY = 'A user with this email is a member of the account already'

/**
 * Returns whether the account owns the email's domain. Only the owner of a domain can vouch for its emails, and a
 * validated domain belongs to one account.
 */
const ownsDomainOf = async ({ store }: Ports, tenantId: string, email: string): Promise<boolean> =>
  (await store.ssoDomains.count({ tenantId, domain: domainOf(email), validated: true })) > 0

/** Returns the default roles if the owner of the token may grant them, or else none. */
const startingRoleIds = async ({ ports, auth }: DirectoryCall): Promise<string[]> => {
  const ids = await defaultRoleIds(ports, auth.tenantId)
  const roles = await rolesByIds(ports.store, auth.tenantId, ids)
  return (await mayGrant(ports, auth, roles)) ? ids : []
}

const disabledAt = ({ ports }: DirectoryCall, active: boolean): number | null => (active ? null : ports.clock.now())

interface Closing {
  member: MemberRecord
  isClosed: boolean
  report: Awaited<ReturnType<typeof reportingEnd>>
}

/** Reports the sub-accounts that lose their last administrator when the directory ends or disables a membership. */
const reportingEnd = ({ ports, caller, connection }: DirectoryCall, member: MemberRecord) => {
  const actor = actorOf(connection)
  return reportingLeftAlone(ports, caller, { tenantId: connection.tenantId, losing: [{ member, roleIds: [] }], actor })
}

/** Ends sessions and mailed links of a member whom a directory disables, if another administrator stays. */
const closeMembership = async (store: Collections, call: DirectoryCall, closing: Closing): Promise<void> => {
  const { member, isClosed, report } = closing
  if (!isClosed) return
  await assertAdministratorStays({ ...call.ports, store }, member, { roleIds: [] })
  await report.before(store)
  const { userId } = member
  const { tenantId } = call.connection
  await store.tickets.delete({ userId, tenantId })
  await revokeSessions({ ...call.ports, store }, { userId, tenantId })
}

const match = async (call: DirectoryCall, found: { member: MemberRecord; user: UserRecord }, facts: DirectoryFacts) => {
  const { ports, connection } = call
  const { member, user } = found
  if (member.directoryId !== null) throw conflict(ALREADY)
  if (!(await ownsDomainOf(ports, connection.tenantId, facts.email))) throw conflict(ALREADY)
  await assertMayTouch(call, [member])
  const patch = { directoryId: connection.id, name: facts.name, disabledAt: disabledAt(call, facts.active) }
  const report = await reportingEnd(call, member)
  return {
    plan: async (store: Collections): Promise<Placed> => {
      await closeMembership(store, call, { member, isClosed: !facts.active, report })
      await store.members.update({ id: member.id }, patch)
      // Roles that were prepared for an unverified email wait for its owner, who verifies it with the first sign-in.
      if (!member.activated && user.verified) await acceptInvitation(store, member)
      await recordMembers(eventPorts(ports, store), [{ ...member, ...patch }], { key: 'frontegg.user.updated' })
      return { member: { ...member, ...patch }, user, isCreator: false }
    },
    finish: report.after,
  }
}

/**
 * Sends an invitation, because no domain vouches for the email and its owner must accept. The directory doesn't wait
 * for the email.
 */
const inviteLater = (
  { ports, connection }: DirectoryCall,
  invited: { user: UserRecord; member: MemberRecord },
): void => {
  void mailInvitation(ports, invited, connection.name).catch((error: unknown) =>
    ports.log.error('An invitation failed', error),
  )
}

const addUser = async (call: DirectoryCall, known: UserRecord | undefined, facts: DirectoryFacts) => {
  const { ports, connection } = call
  const { tenantId } = connection
  await assertEmailAccepted(ports, tenantId, facts.email)
  const roleIds = await startingRoleIds(call)
  const isVouchedFor = await ownsDomainOf(ports, tenantId, facts.email)
  const given = { tenantId, roleIds, temporaryUntil: null }
  const identity = { email: facts.email, name: facts.name, phone: null }
  const created = {
    ...newUser(ports, tenantId, { ...identity, ...given }),
    ...(isVouchedFor && { verified: true, provider: 'scim2' }),
  }
  const user = known ?? created
  const isMember = isVouchedFor && user.verified
  const record = isMember ? memberRecord(ports, user, given) : invitedRecord(ports, user.id, { ...identity, ...given })
  const managed = { name: facts.name, directoryId: connection.id, disabledAt: disabledAt(call, facts.active) }
  // A new user has the same id as the membership, so that it stays the same after an invitation is accepted.
  const member = { ...record, ...(!known && { id: user.id }), ...(!isMember && { provider: 'scim2' }), ...managed }
  return {
    plan: async (store: Collections): Promise<Placed> => {
      if (!known) await store.users.insert(created)
      const added = await store.members.insert(member)
      const inside = eventPorts(ports, store)
      // This event is also recorded for an invited user of other accounts, because a difference would reveal those
      // accounts.
      if (!known || !isMember) await recordMembers(inside, [added], { key: 'frontegg.user.created' })
      const key = isMember ? 'frontegg.user.joinedTenant' : 'frontegg.user.invitedToTenant'
      await recordMembers(inside, [added], { key })
      return { member: added, user, isCreator: true }
    },
    finish: async (): Promise<void> => {
      if (!isMember && facts.active) inviteLater(call, { user, member })
    },
  }
}

/**
 * Prepares a membership for a user of the directory: a new one, or an existing one of the account if its email is in a
 * validated domain. `plan` runs in the transaction that stores the directory's own record.
 */
export const placeMember = async (call: DirectoryCall, facts: DirectoryFacts) => {
  const { store } = call.ports
  const user = await store.users.find({ email: facts.email })
  const member = user && (await store.members.find({ tenantId: call.connection.tenantId, userId: user.id }))
  return user && member ? match(call, { user, member }, facts) : addUser(call, user, facts)
}

/**
 * Returns whether a change concerns no other account, and no user with a verified email who has yet to accept the
 * invitation.
 */
const isAlone = async (store: Collections, { userId, activated }: MemberRecord): Promise<boolean> =>
  (await store.members.count({ userId })) === 1 && (activated || (await store.users.get(userId))?.verified === false)

/** Creates a refusal that explains what to do, for the directory's log and the page of the connection. */
const unprovenEmail = (email: string) =>
  badRequest(
    `The email can’t change to ${email}: ${domainOf(email)} isn’t a validated domain of this account. Validate it on the Single sign-on page, or change the email back in the directory`,
  )

/**
 * Returns why an email can't change. The email of a member can change only if no other account is concerned. The email
 * of an invitation can change for any user, because a refusal would show that they have another account.
 */
const moveProblem = async ({ ports, connection }: DirectoryCall, member: MemberRecord, email: string) => {
  const { store } = ports
  const isMovable = !member.activated || (await isAlone(store, member))
  if (!isMovable) return badRequest('The email of a user of several accounts can be changed only by the user')
  if (!(await ownsDomainOf(ports, connection.tenantId, email))) return unprovenEmail(email)
  return (await store.users.find({ email })) ? conflict('A user with this email exists already') : undefined
}

/** Requires that the caller may grant the member's roles, because enabling a member restores them. */
const assertMayEnable = async ({ ports, auth }: DirectoryCall, member: MemberRecord): Promise<void> => {
  const roleIds = (await roleIdsByMember(ports.store, member.tenantId, [member])).get(member.id) ?? []
  await assertMayGrantIds(ports, auth, roleIds)
}

const changesOf = (call: DirectoryCall, member: MemberRecord, { email, name, active }: DirectoryFacts) => ({
  ...(name !== member.name && { name }),
  ...(email !== member.email && { email }),
  ...(active !== (member.disabledAt === null) && { disabledAt: disabledAt(call, active) }),
})

/** Moves an invitation to a new user, because a mistyped email sent it to a user of other accounts. */
const readdress = async (ports: Ports, store: Collections, invited: MemberRecord): Promise<void> => {
  const { id, tenantId, userId, email, name, temporaryUntil } = invited
  const facts = { email, name, phone: null, roleIds: [], temporaryUntil }
  const user = await store.users.insert({ ...newUser(ports, tenantId, facts), provider: 'scim2' })
  await store.members.update({ id }, { userId: user.id })
  await store.tickets.delete({ userId, tenantId })
}

/** Plans the change that a directory's request makes to a member, or returns `undefined` if it changes nothing. */
export const planMemberChange = async (call: DirectoryCall, member: MemberRecord, facts: DirectoryFacts) => {
  const { ports } = call
  const changes = changesOf(call, member, facts)
  if (Object.keys(changes).length === 0) return undefined
  await assertMayTouch(call, [member])
  const problem = changes.email === undefined ? undefined : await moveProblem(call, member, changes.email)
  if (problem && facts.active) throw problem
  const { email: _email, ...kept } = changes
  // A user who leaves is deactivated, whatever else the directory sends. Their email is checked again when they return.
  const patch: typeof changes = problem ? kept : changes
  if (Object.keys(patch).length === 0) return undefined
  const isDisabled = typeof patch.disabledAt === 'number'
  if (patch.disabledAt === null) await assertMayEnable(call, member)
  const report = await reportingEnd(call, member)
  return {
    finish: report.after,
    plan: async (store: Collections): Promise<void> => {
      await closeMembership(store, call, { member, isClosed: isDisabled, report })
      await store.members.update({ id: member.id }, patch)
      await recordMembers(eventPorts(ports, store), [{ ...member, ...patch }], { key: 'frontegg.user.updated' })
      const { disabledAt: _disabledAt, ...identity } = patch
      if (Object.keys(identity).length === 0) return
      if (!(await isAlone(store, member))) {
        if (!member.activated && identity.email !== undefined) await readdress(ports, store, { ...member, ...patch })
        return
      }
      await store.users.update({ id: member.userId }, identity)
      // The reader of the old mailbox, or of a mistyped one, must not activate the account of the new email.
      if (identity.email !== undefined) await dropMailedTickets(store, member.userId)
      if (identity.name !== undefined) await updateCopies(store, member.userId, { name: identity.name })
    },
  }
}

/** Plans the end of a membership, which also deletes the user if it is their last one. */
export const planMemberRemoval = async (call: DirectoryCall, member: MemberRecord) => {
  const { ports, connection } = call
  const { tenantId } = connection
  await assertMayTouch(call, [member])
  const report = await reportingEnd(call, member)
  await watchStopped(call, [member])
  return {
    finish: report.after,
    plan: async (store: Collections): Promise<void> => {
      await assertAdministratorStays({ ...ports, store }, member, { roleIds: [] })
      await report.before(store)
      const gone = await endMemberships(store, tenantId, [member])
      const inside = eventPorts(ports, store)
      await recordMembers(inside, [member], { key: 'frontegg.user.removedFromTenant' })
      const isErased = member.activated && gone.length > 0
      if (isErased) await recordMembers(inside, [member], { key: 'frontegg.user.deleted' })
      await revokeSessions({ ...ports, store }, { userId: member.userId, tenantId })
    },
  }
}

export type Grouped = Pick<MemberRecord, 'id' | 'groupIds'>

interface GroupChange {
  add: readonly string[]
  remove: readonly string[]
}

const changedGroups = (groupIds: string | null, { add, remove }: GroupChange): string | null => {
  const kept = idsOf(groupIds).filter((id) => !remove.includes(id))
  const after = [...new Set([...kept, ...add])]
  return after.length ? JSON.stringify(after) : null
}

/** Changes the groups that the directory manages in a membership; its other groups stay. */
export const setDirectoryGroups = async (store: Collections, id: string, change: GroupChange) => {
  const before = (await store.members.get(id))?.groupIds ?? null
  const groupIds = changedGroups(before, change)
  if (groupIds !== before) await store.members.update({ id }, { groupIds })
}

/** The maximum number of rows per statement, because the embedded database blocks all other requests meanwhile. */
export const MAX_WRITTEN = 500

/**
 * Changes the groups of many members. Members with the same groups share one statement, and most members of a directory
 * share a few sets of groups.
 */
export const setGroupsOfMany = async (store: Collections, members: readonly Grouped[], change: GroupChange) => {
  const bySet = new Map<string | null, string[]>()
  for (const { id, groupIds } of members) {
    const ids = bySet.get(groupIds)
    if (ids) ids.push(id)
    else bySet.set(groupIds, [id])
  }
  for (const [groupIds, ids] of bySet) {
    const patch = { groupIds: changedGroups(groupIds, change) }
    if (patch.groupIds === groupIds) continue
    const write = async (part: string[]) => [await store.members.update({ id: { in: part } }, patch)]
    await inChunks(ids, write, MAX_WRITTEN)
  }
}
