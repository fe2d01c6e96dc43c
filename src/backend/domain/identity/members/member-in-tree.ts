import type { SignedRequest } from '../../../call/auth.ts'
import type { MemberRecord } from '../../../store/records.ts'
import { subtreeOf } from '../tenants/tenant-scope.ts'
import { membersByIds } from './members.ts'

type Signed = Pick<SignedRequest, 'ports' | 'auth'>

/**
 * Finds a member of one account by their id there or in another account of the tree. The list of all users contains
 * each user once, and a pending invitation has its own id.
 */
export const memberInTree = async (
  { ports, auth }: Signed,
  tenantId: string,
  id: string,
): Promise<MemberRecord | undefined> => {
  const [member] = await membersByIds(ports.store, tenantId, [id])
  if (member) return member
  const [elsewhere] = await membersByIds(ports.store, { in: await subtreeOf(ports, auth.tenantId) }, [id])
  return elsewhere && ports.store.members.find({ tenantId, email: elsewhere.email })
}
