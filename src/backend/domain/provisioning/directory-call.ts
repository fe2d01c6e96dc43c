import type { Caller } from '../../call/caller.ts'
import { forbidden } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { DirectoryConnectionRecord, MemberRecord } from '../../store/records.ts'
import type { DirectoryAuth } from '../access/directory-owner.ts'
import { administratorOf } from '../members/administrators.ts'
import { assertOutranksMembers } from '../roles/rank.ts'

/** A request of a directory, with the rights of the administrator behind its token. */
export interface DirectoryCall {
  ports: Ports
  caller: Caller
  connection: DirectoryConnectionRecord
  auth: DirectoryAuth
}

const PROTECTED = 'This user has a role that the administrator of this connection can’t change'

/** Members who rank higher than the owner of the token are out of reach; without an owner administrators are. */
export const assertMayTouch = async (
  { ports, auth }: DirectoryCall,
  members: readonly MemberRecord[],
): Promise<void> => {
  if (members.length === 0) return
  if (!auth.hasOwner) {
    const isAdministrator = await administratorOf(ports.store, auth.tenantId)
    if (members.some(isAdministrator)) throw forbidden(PROTECTED)
    return
  }
  await assertOutranksMembers(ports.store, auth, members)
  if (auth.user.superUser) return
  // Who has yet to accept is out of reach anyway, and must not show as a user who exists.
  const ids = members.filter(({ activated }) => activated).map(({ userId }) => userId)
  const users = await ports.store.users.list({ id: { in: ids }, superUser: true })
  if (users.length) throw forbidden(PROTECTED)
}
