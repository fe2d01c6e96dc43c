import { holdsPermission } from '../../rules/permission.ts'
import type { Auth } from '../http/authenticate.ts'
import { forbidden } from '../http/refusal.ts'
import type { Ports } from '../ports.ts'

const READ_SUB_ACCOUNTS = 'fe.account-hierarchy.read.subAccount'

/** Deeper hierarchies than this are a mistake in the data. */
const DEEPEST_LEVEL = 10

/** A tenant and everything below it. */
export const subtreeOf = async (ports: Ports, tenantId: string): Promise<string[]> => {
  const found = [tenantId]
  let level = [tenantId]
  for (let depth = 0; depth < DEEPEST_LEVEL && level.length; depth++) {
    const children = await ports.store.tenants.list({ parentId: { in: level } })
    level = children.map(({ id }) => id).filter((id) => !found.includes(id))
    found.push(...level)
  }
  return found
}

const maySeeBelow = async (ports: Ports, auth: Auth): Promise<boolean> => {
  if (!holdsPermission((await auth.grants()).keys, READ_SUB_ACCOUNTS)) return false
  return (await ports.store.tenants.get(auth.tenantId))?.isReseller === true
}

/** The tenants a list is about: the own one; those below only for a reseller who may see them. */
export const listedTenants = async (
  ports: Ports,
  auth: Auth,
  wish: { includeSubTenants: boolean; tenantId?: string },
): Promise<string[]> => {
  if (wish.tenantId !== undefined && wish.tenantId !== auth.tenantId) {
    const below = (await maySeeBelow(ports, auth)) ? await subtreeOf(ports, auth.tenantId) : []
    if (!below.includes(wish.tenantId)) throw forbidden("You don't have access to this account")
    return [wish.tenantId]
  }
  return wish.includeSubTenants && (await maySeeBelow(ports, auth)) ? subtreeOf(ports, auth.tenantId) : [auth.tenantId]
}
