import type { SignedRequest } from '../../../call/auth.ts'
import { conflict, forbidden } from '../../../call/refusal.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { ApiTokenRecord, MemberRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import { iso } from '../../base/wire/wire.ts'
import { tokensGuaranteedBy } from '../guarantor/guarantor.ts'
import { assertAdministratorStays, presentUser } from '../lockout-guard/administrator-stays.ts'
import { reportingLeftAlone } from '../lockout-guard/report-left-alone.ts'
import { assertManagedHere, keptMappings, memberOf, membersByIds } from '../members/members.ts'
import { recordToken } from '../members/record-changes.ts'
import { recordCallEvent, shownMember, type UserEventKey } from '../members/subject-events.ts'
import { lockTenant } from '../roles/administrators.ts'
import { assertMayGrantIds, assignableRoles } from '../roles/granting.ts'
import { roleIdsByMember } from '../roles/grants.ts'
import { actsAsStaff, assertOutranksMembers } from '../roles/rank.ts'
import { endMemberships } from './end-memberships.ts'

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
  if (member.activated && user.superUser && !(await actsAsStaff(auth)))
    throw forbidden('This user ranks higher than you').as('outranked')
  await assertOutranksMembers(ports.store, auth, [member])
}

/**
 * Runs a change that may take permissions from a member, and reports the sub-accounts that lose their last
 * administrator through it. The portal asks its user before such a change; a script isn't asked.
 */
const reportingLosses = async (
  { ports, auth, caller }: SignedRequest,
  member: MemberRecord,
  roleIds: readonly string[],
  work: (store: Collections, report: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  const { tenantId } = member
  const askedId = auth.machine ? undefined : auth.user.id
  const loss = { tenantId, losing: [{ member, roleIds }], actor: auth.user, askedId }
  const report = await reportingLeftAlone(ports, caller, loss)
  await ports.store.transaction((store) => work(store, () => report.before(store)))
  await report.after()
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
  const patch = { roleIds: JSON.stringify(roleIds), ...keptMappings(member, roleIds) }
  await reportingLosses(request, member, roleIds, async (store, report) => {
    await assertAdministratorStays({ ...ports, store }, member, after)
    await report()
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
  await reportingLosses(request, member, [], async (store, report) => {
    await assertAdministratorStays({ ...ports, store }, member, { roleIds: [], present: presentUser(request) })
    await report()
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
  const { ports } = request
  const found = await memberOf(ports, membership.tenantId, membership.userId)
  if (subAccountAccess) await assertMayGrantAgain(request, found.member)
  else await assertOutranks(request, found)
  const roleIdsBelow = subAccountAccess ? idsOf(found.member.roleIds) : []
  await reportingLosses(request, found.member, roleIdsBelow, async (store, report) => {
    // Two administrators who lose access at the same time must not each count as the one who remains.
    if (!subAccountAccess) await lockTenant(store, membership.tenantId, ports.clock.now())
    await report()
    await store.members.update({ id: found.member.id }, { subAccountAccess })
    await recordMemberChange(request, store, found.member)
    await alsoWrite(store, found)
  })
}

/** Revokes the account's tokens that a member vouches for, in the transaction that ends the membership. */
export const revokeVouchedTokens = async (
  { ports, auth }: SignedRequest,
  store: Collections,
  { tenantId, userId }: Pick<MemberRecord, 'tenantId' | 'userId'>,
): Promise<ApiTokenRecord[]> => {
  const tokens = await tokensGuaranteedBy(store, tenantId, [userId])
  if (tokens.length === 0) return []
  await store.apiTokens.delete({ id: { in: tokens.map(({ id }) => id) } })
  for (const token of tokens) await recordToken({ ports, auth: { ...auth, tenantId } }, store, token, 'deleted')
  return tokens
}

/** Writes one audit row per token, as for tokens that are revoked individually. */
export const auditVouchedTokens = async (
  { audit }: SignedRequest,
  inside: Collections,
  tenantId: string,
  tokens: readonly ApiTokenRecord[],
): Promise<void> => {
  for (const { id, kind, description, roleIds, expiresAt } of tokens) {
    const facts = { description, roleIds: idsOf(roleIds), expires: expiresAt === null ? null : iso(expiresAt) }
    await audit({
      inside,
      tenantId,
      action: 'API token revoked',
      resource: 'API tokens',
      severity: 'Medium',
      description: `Token of the account revoked with the membership of its guarantor: ${description}`,
      detail: { tokenId: id, kind, ...beforeAndAfter(facts, null) },
    })
  }
}

/** Turns the requirement of a second factor at the next sign-in on or off, and returns the members that changed. */
export const setMfaRequirement = async (
  { ports, auth }: SignedRequest,
  { userIds, required }: { userIds: readonly string[]; required: boolean },
  alsoWrite: (store: Collections, changed: readonly MemberRecord[]) => Promise<void>,
): Promise<MemberRecord[]> => {
  const found = await membersByIds(ports.store, auth.tenantId, userIds)
  const changed = found.filter((member) => member.activated && member.mustUseMfa !== required)
  if (changed.length === 0) return []
  await assertOutranksMembers(ports.store, auth, changed)
  await ports.store.transaction(async (store) => {
    await store.members.update({ id: { in: changed.map(({ id }) => id) } }, { mustUseMfa: required })
    await alsoWrite(store, changed)
  })
  return changed
}
