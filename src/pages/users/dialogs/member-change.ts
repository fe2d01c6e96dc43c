import type { MemberChange } from '../../../contract/security.ts'
import type { Member } from '../../../contract/users.ts'
import { isBelow } from '../users.member.ts'
import type { UsersState } from '../users.state.ts'

/** Returns the change of a membership, in a sub-account or the active account; without roles it ends. */
export const memberChange = (member: Member, { viewer }: UsersState, roleIds?: readonly string[]): MemberChange => ({
  userId: member.id,
  ...(isBelow(member, viewer) && { tenantId: member.tenantId }),
  ...(roleIds && { roleIds: [...roleIds] }),
})
