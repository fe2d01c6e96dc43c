import { holdsPermission } from '../../../../rules/permission.ts'
import type { Auth, AuthRequest } from '../../../call/auth.ts'
import { forbidden } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord } from '../../../store/records.ts'
import { membersByIds } from '../members/members.ts'
import { descendantsOf, isBelow } from './account-tree.ts'

const READ_SUB_ACCOUNTS = 'fe.account-hierarchy.read.subAccount'

/** Returns a tenant and all tenants below it. */
export const subtreeOf = async (ports: Ports, tenantId: string): Promise<string[]> => [
  tenantId,
  ...(await descendantsOf(ports.store, tenantId)).map((link) => link.tenantId),
]

const maySeeBelow = async (ports: Ports, auth: Auth): Promise<boolean> => {
  if (!holdsPermission((await auth.grants()).keys, READ_SUB_ACCOUNTS)) return false
  return (await ports.store.tenants.get(auth.tenantId))?.isReseller === true
}

/**
 * Returns the tenants that a list covers: the caller's own, and those below it only for a reseller who may see them.
 */
export const listedTenants = async (
  ports: Ports,
  auth: Auth,
  wish: { includeSubTenants: boolean; tenantId?: string },
): Promise<string[]> => {
  if (wish.tenantId !== undefined && wish.tenantId !== auth.tenantId) {
    const mayName = holdsPermission((await auth.grants()).keys, READ_SUB_ACCOUNTS)
    if (!mayName || !(await isBelow(ports.store, wish.tenantId, auth.tenantId)))
      throw forbidden("You don't have access to this account")
    return [wish.tenantId]
  }
  return wish.includeSubTenants && (await maySeeBelow(ports, auth)) ? subtreeOf(ports, auth.tenantId) : [auth.tenantId]
}

/**
 * Finds a member of one account by their id there or in another account of the tree. The list of all users contains
 * each user once, and a pending invitation has its own id.
 */
export const memberInTree = async (
  { ports, auth }: AuthRequest,
  tenantId: string,
  id: string,
): Promise<MemberRecord | undefined> => {
  const [member] = await membersByIds(ports.store, tenantId, [id])
  if (member) return member
  const [elsewhere] = await membersByIds(ports.store, { in: await subtreeOf(ports, auth.tenantId) }, [id])
  return elsewhere && ports.store.members.find({ tenantId, email: elsewhere.email })
}
