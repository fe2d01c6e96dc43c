import type { AccountLinkRecord, TenantRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'

/** Deeper hierarchies than this are refused. */
export const MAX_DEPTH = 10

type Placed = Pick<TenantRecord, 'id' | 'name' | 'createdAt'>

const linkOf = (tenant: Placed, ancestorId: string, depth: number): AccountLinkRecord => ({
  id: `${ancestorId}/${tenant.id}`,
  ancestorId,
  tenantId: tenant.id,
  depth,
  name: tenant.name,
  createdAt: tenant.createdAt,
})

/** Links from a tenant to its ancestors, nearest first. */
export const linksTo = (tenant: Placed, ancestorIds: readonly string[]): AccountLinkRecord[] =>
  ancestorIds.map((ancestorId, at) => linkOf(tenant, ancestorId, at + 1))

/** The accounts above one, nearest first. */
export const ancestorsOf = async (store: Collections, tenantId: string): Promise<string[]> => {
  const links = await store.accountLinks.list({ tenantId })
  return links.sort((left, right) => left.depth - right.depth).map(({ ancestorId }) => ancestorId)
}

/** The accounts below one, in no particular order. */
export const descendantsOf = (store: Collections, tenantId: string): Promise<AccountLinkRecord[]> =>
  store.accountLinks.list({ ancestorId: tenantId })

export const isBelow = async (store: Collections, tenantId: string, ancestorId: string): Promise<boolean> =>
  (await store.accountLinks.find({ ancestorId, tenantId })) !== undefined

/** Hangs a new account below its parent. */
export const linkTenant = async (store: Collections, tenant: Placed, parentId: string): Promise<void> => {
  const above = await ancestorsOf(store, parentId)
  await store.accountLinks.insertMany(linksTo(tenant, [parentId, ...above]))
}

/** Hangs a whole subtree below another parent; two statements, however many ancestors there are. */
export const moveSubtree = async (store: Collections, tenant: Placed, parentId: string): Promise<void> => {
  const below = await descendantsOf(store, tenant.id)
  const inside = [tenant.id, ...below.map(({ tenantId }) => tenantId)]
  const oldAncestors = await ancestorsOf(store, tenant.id)
  if (oldAncestors.length) {
    await store.accountLinks.delete({ tenantId: { in: inside }, ancestorId: { in: oldAncestors } })
  }
  const above = [parentId, ...(await ancestorsOf(store, parentId))]
  const links = below.flatMap((link) =>
    above.map((ancestorId, at) =>
      linkOf({ id: link.tenantId, name: link.name, createdAt: link.createdAt }, ancestorId, link.depth + at + 1),
    ),
  )
  await store.accountLinks.insertMany([...linksTo(tenant, above), ...links])
}
