import type { AccountLinkRecord, TenantRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { OPERATOR_ID } from './operator-id.ts'

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

/** The accounts above one, nearest first; the operator account is the last one of all others. */
export const everyAncestorOf = async (store: Collections, tenantId: string): Promise<string[]> => {
  const links = await store.accountLinks.list({ tenantId })
  return links.sort((left, right) => left.depth - right.depth).map(({ ancestorId }) => ancestorId)
}

/** The accounts above one that customers know of, nearest first. */
export const ancestorsOf = async (store: Collections, tenantId: string): Promise<string[]> =>
  (await everyAncestorOf(store, tenantId)).filter((id) => id !== OPERATOR_ID)

/** The accounts below one, in no particular order. */
export const descendantsOf = (store: Collections, tenantId: string): Promise<AccountLinkRecord[]> =>
  store.accountLinks.list({ ancestorId: tenantId })

export const isBelow = async (store: Collections, tenantId: string, ancestorId: string): Promise<boolean> =>
  (await store.accountLinks.find({ ancestorId, tenantId })) !== undefined

/**
 * In a transaction: lets changes of one tree happen one after the other, so that each sees what the ones before it left.
 * The top of a tree never moves.
 */
export const lockTree = async (store: Collections, tenantId: string): Promise<void> => {
  const top = (await ancestorsOf(store, tenantId)).at(-1) ?? tenantId
  await store.tenants.update({ id: top }, { parentId: null })
}

/** Whether two accounts belong to the same customer. */
export const isSameTree = async (store: Collections, one: string, other: string): Promise<boolean> => {
  const [top, otherTop] = await Promise.all([one, other].map(async (id) => (await ancestorsOf(store, id)).at(-1) ?? id))
  return top === otherTop
}

/**
 * Everything above an account below `parentId`, nearest first. The link to the operator account exists before that account
 * does, so that it misses no account that is founded at the moment it is made.
 */
const placeBelow = async (store: Collections, parentId: string): Promise<string[]> => [
  ...new Set([parentId, ...(await ancestorsOf(store, parentId)), OPERATOR_ID]),
]

/** Hangs a new account below its parent; one that has no parent is below the operator account alone. */
export const linkTenant = async (store: Collections, tenant: Placed, parentId: string | null): Promise<void> => {
  await store.accountLinks.insertMany(linksTo(tenant, await placeBelow(store, parentId ?? OPERATOR_ID)))
}

/** Hangs a whole subtree below another parent; two statements, however many ancestors there are. */
export const moveSubtree = async (store: Collections, tenant: Placed, parentId: string): Promise<void> => {
  const below = await descendantsOf(store, tenant.id)
  const inside = [tenant.id, ...below.map(({ tenantId }) => tenantId)]
  const oldAncestors = await everyAncestorOf(store, tenant.id)
  if (oldAncestors.length) {
    await store.accountLinks.delete({ tenantId: { in: inside }, ancestorId: { in: oldAncestors } })
  }
  const above = await placeBelow(store, parentId)
  const links = below.flatMap((link) =>
    above.map((ancestorId, at) =>
      linkOf({ id: link.tenantId, name: link.name, createdAt: link.createdAt }, ancestorId, link.depth + at + 1),
    ),
  )
  await store.accountLinks.insertMany([...linksTo(tenant, above), ...links])
}
