import type { SignedRequest } from '../../call/auth.ts'
import { conflict } from '../../call/refusal.ts'
import type { MemberRecord, UserRecord } from '../../store/records.ts'
import { revokeSessions } from '../access/end-session.ts'
import { idsOf } from '../roles/grants.ts'
import { assertAdministratorStays } from './administrators.ts'
import { assignableRoles, memberOf } from './members.ts'

/** A membership as a call names it. */
interface Membership {
  tenantId: string
  userId: string
}

interface FoundMember {
  member: MemberRecord
  user: UserRecord
}

/** Gives a member exactly these roles; the groups they belong to stay. */
export const setMemberRoles = async (
  { ports, auth }: SignedRequest,
  { tenantId, userId }: Membership,
  roleIds: readonly string[],
): Promise<FoundMember> => {
  const { member, user } = await memberOf(ports, tenantId, userId)
  const added = roleIds.filter((id) => !idsOf(member.roleIds).includes(id))
  await assignableRoles(ports, { ...auth, tenantId }, added)
  const after = { roleIds, groupIds: idsOf(member.groupIds), now: ports.clock.now() }
  const patch = { roleIds: JSON.stringify(roleIds) }
  await ports.store.transaction(async (store) => {
    await assertAdministratorStays(store, member, after)
    await store.members.update({ id: member.id }, patch)
  })
  return { member: { ...member, ...patch }, user }
}

/** Ends a membership at once, and the user's account with the last one. */
export const removeMember = async (
  { ports, auth }: SignedRequest,
  { tenantId, userId }: Membership,
): Promise<FoundMember> => {
  const found = await memberOf(ports, tenantId, userId)
  const { member, user } = found
  if (user.id === auth.user.id) throw conflict("You can't remove yourself")
  const isUserDeleted = await ports.store.transaction(async (store) => {
    await assertAdministratorStays(store, member, { roleIds: [], now: ports.clock.now() })
    await store.members.delete({ id: member.id })
    await store.tickets.delete({ userId: user.id, tenantId })
    if ((await store.members.count({ userId: user.id })) > 0) return false
    return (await store.users.delete({ id: user.id })) > 0
  })
  if (isUserDeleted) await revokeSessions(ports, { userId: user.id })
  return found
}
