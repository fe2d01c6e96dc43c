import type { Caller } from '../../../call/caller.ts'
import { forbidden } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { DirectoryConnectionRecord, MemberRecord } from '../../../store/records.ts'
import type { DirectoryAuth } from '../../identity/access/directory-owner.ts'
import { accountRights, exceeds, NO_RIGHTS } from '../../identity/guarantor/rights.ts'
import { assertOutranksMembers, callerRank } from '../../identity/roles/rank.ts'

/** A request of a directory, with the rights of the administrator behind its token. */
export interface DirectoryCall {
  ports: Ports
  caller: Caller
  connection: DirectoryConnectionRecord
  auth: DirectoryAuth
}

const PROTECTED = 'This user has a role that the administrator of this connection can’t change'

/**
 * Requires that the directory may change these members. It may not change administrators with more permissions than the
 * connection's guarantor has today, or members with a higher rank. Without a guarantor it may not change any
 * administrators, while it manages other users as before.
 */
export const assertMayTouch = async (
  { ports, auth }: DirectoryCall,
  members: readonly MemberRecord[],
): Promise<void> => {
  if (members.length === 0) return
  const { administrative } = await accountRights(ports.store, auth.tenantId)
  const guarantor = auth.hasOwner ? { keys: (await auth.grants()).keys, rank: await callerRank(auth) } : NO_RIGHTS
  if (members.some((member) => exceeds(administrative(member), guarantor))) throw forbidden(PROTECTED)
  if (!auth.hasOwner) return
  await assertOutranksMembers(ports.store, auth, members)
  if (auth.user.superUser) return
  // Users who have yet to accept an invitation can't be changed anyway, and the refusal must not show that they exist.
  const ids = members.filter(({ activated }) => activated).map(({ userId }) => userId)
  const users = await ports.store.users.list({ id: { in: ids }, superUser: true })
  if (users.length) throw forbidden(PROTECTED)
}
