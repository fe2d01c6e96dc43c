import type { SignedRequest } from '../../../call/auth.ts'
import { conflict, forbidden } from '../../../call/refusal.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { ApiTokenRecord, MemberRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { assertAdministratorStays, presentUser } from '../lockout-guard/administrator-stays.ts'
import { shownMember } from '../members/member-events.ts'
import { assertManagedHere, memberOf } from '../members/members.ts'
import { recordCallEvent, type UserEventKey } from '../members/subject-events.ts'
import { assertMayGrantIds, assignableRoles } from '../roles/granting.ts'
import { roleIdsByMember } from '../roles/grants.ts'
import { stillMapped } from '../roles/mapped-roles.ts'
import { assertOutranksMembers } from '../roles/rank.ts'
import { endMemberships } from './end-memberships.ts'
import { revokeVouchedTokens } from './vouched-tokens.ts'

/** Identifies the membership that a call names. */
interface Membership {
  tenantId: string
  userId: string
}

interface FoundMember {
  member: MemberRecord
  user: UserRecord
}

/** Writes what belongs to the change of a member, such as its audit row, in its transaction. */
type AlsoWrite<Found = FoundMember> = (store: Collections, found: Found) => Promise<void>

/** Writes the event of a change of a member, in its transaction. */
export const recordMemberChange = (
  { ports, auth }: SignedRequest,
  store: Collections,
  member: MemberRecord,
  key: UserEventKey = 'frontegg.user.updated',
): Promise<void> => {
  const user = shownMember(member)
  // The member may belong to an account below the caller's.
  const here = { ...auth, tenantId: member.tenantId }
  return recordCallEvent({ ports, auth: here }, store, { key, recordId: user.id, data: { user } })
}

/** Refuses a caller whom the member outranks. */
export const assertOutranks = async ({ ports, auth }: SignedRequest, { member, user }: FoundMember): Promise<void> => {
  if (member.activated && user.superUser && !auth.user.superUser)
    throw forbidden('This user ranks higher than you').as('outranked')
  await assertOutranksMembers(ports.store, auth, [member])
}

/** Gives a member exactly these roles; the groups they belong to stay. */
export const setMemberRoles = async (
  request: SignedRequest,
  { tenantId, userId }: Membership,
  roleIds: readonly string[],
  alsoWrite: AlsoWrite,
): Promise<void> => {
  const { ports, auth } = request
  const { member, user } = await memberOf(ports, tenantId, userId)
  const added = roleIds.filter((id) => !idsOf(member.roleIds).includes(id))
  await assignableRoles(ports, { ...auth, tenantId }, added)
  const isStripped = idsOf(member.roleIds).some((id) => !roleIds.includes(id))
  if (isStripped) await assertOutranks(request, { member, user })
  const after = { roleIds, keepsGroups: true, present: presentUser(request) }
  const patch = { roleIds: JSON.stringify(roleIds), ...stillMapped(member, roleIds) }
  await ports.store.transaction(async (store) => {
    await assertAdministratorStays({ ...ports, store }, member, after)
    await store.members.update({ id: member.id }, patch)
    await recordMemberChange(request, store, member)
    await alsoWrite(store, { member, user })
  })
}

/**
 * Ends a membership and the account's tokens that the member vouched for. If it was the user's last one, their account
 * is deleted too.
 */
export const removeMember = async (
  request: SignedRequest,
  { tenantId, userId }: Membership,
  alsoWrite: AlsoWrite<FoundMember & { revoked: ApiTokenRecord[] }>,
): Promise<void> => {
  const { ports, auth } = request
  const found = await memberOf(ports, tenantId, userId)
  const { member, user } = found
  if (user.id === auth.user.id) throw conflict("You can't remove yourself")
  assertManagedHere(member)
  await assertOutranks(request, found)
  await ports.store.transaction(async (store) => {
    await assertAdministratorStays({ ...ports, store }, member, { roleIds: [], present: presentUser(request) })
    const revoked = await revokeVouchedTokens(request, store, member)
    const gone = await endMemberships(store, tenantId, [member])
    await recordMemberChange(request, store, member, 'frontegg.user.removedFromTenant')
    // The inviter must not learn whether a pending invitation was the user's only account.
    if (member.activated && gone.length > 0) await recordMemberChange(request, store, member, 'frontegg.user.deleted')
    await alsoWrite(store, { ...found, revoked })
  })
}

/** Checks that the caller may grant all roles that the member has, or will have after accepting. */
const assertMayGrantAgain = async ({ ports, auth }: SignedRequest, member: MemberRecord): Promise<void> => {
  const { tenantId } = member
  const roleIds = (await roleIdsByMember(ports.store, tenantId, [member])).get(member.id) ?? []
  await assertMayGrantIds(ports, { ...auth, tenantId }, roleIds)
}

/**
 * Sets when a membership ends, or `null` for never. Extending it grants its roles for longer; shortening it takes them
 * away.
 */
export const setMembershipEnd = async (
  request: SignedRequest,
  { tenantId, userId }: Membership,
  end: number | null,
  alsoWrite: AlsoWrite,
): Promise<void> => {
  const { ports, auth } = request
  const found = await memberOf(ports, tenantId, userId)
  const { member, user } = found
  if (user.id === auth.user.id) throw conflict("You can't change how long your own access lasts")
  const forever = Number.POSITIVE_INFINITY
  if ((end ?? forever) > (member.temporaryUntil ?? forever)) await assertMayGrantAgain(request, member)
  else await assertOutranks(request, found)
  await ports.store.transaction(async (store) => {
    // A temporary member doesn't count as a lasting administrator of the account.
    if (end !== null)
      await assertAdministratorStays({ ...ports, store }, member, { roleIds: [], present: presentUser(request) })
    await store.members.update({ id: member.id }, { temporaryUntil: end })
    await recordMemberChange(request, store, member)
    await alsoWrite(store, found)
  })
}

/** Sets whether the roles of a member also apply in the accounts below. */
export const setSubAccountAccess = async (
  request: SignedRequest,
  membership: Membership,
  subAccountAccess: boolean,
  alsoWrite: AlsoWrite,
): Promise<void> => {
  const found = await memberOf(request.ports, membership.tenantId, membership.userId)
  if (subAccountAccess) await assertMayGrantAgain(request, found.member)
  else await assertOutranks(request, found)
  await request.ports.store.transaction(async (store) => {
    await store.members.update({ id: found.member.id }, { subAccountAccess })
    await recordMemberChange(request, store, found.member)
    await alsoWrite(store, found)
  })
}
