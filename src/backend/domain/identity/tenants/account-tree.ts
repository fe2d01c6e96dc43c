import { stableId } from '../../../stable-id.ts'
import { jsonOf } from '../../../store/json-text.ts'
import type { AccountLinkRecord, TenantRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'

/**
 * Id of the account of the company that runs the product, above all others. It is the same in every database, so that
 * no call has to look it up to hide it from customers; it gives no access.
 */
export const OPERATOR_ID = stableId('operator account')

/** Types that the vendor can set on an account. A set type takes precedence over the one derived from its position. */
const TENANT_TYPES = ['customer', 'spam', 'test', 'reseller', 'headquarter'] as const

export const tenantTypeOf = (tenant: TenantRecord): (typeof TENANT_TYPES)[number] => {
  const { tenantType } = jsonOf(tenant.settings)
  const named = TENANT_TYPES.find((type) => type === tenantType)
  if (named) return named
  if (!tenant.isReseller) return 'customer'
  return tenant.parentId === null ? 'headquarter' : 'reseller'
}

/** Maximum depth of account hierarchies. */
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

/** Builds the links from a tenant to its ancestors, nearest first. */
export const linksTo = (tenant: Placed, ancestorIds: readonly string[]): AccountLinkRecord[] =>
  ancestorIds.map((ancestorId, at) => linkOf(tenant, ancestorId, at + 1))

/** Returns the accounts above an account, nearest first, including the operator account. */
export const everyAncestorOf = async (store: Collections, tenantId: string): Promise<string[]> => {
  const links = await store.accountLinks.list({ tenantId })
  return links.sort((left, right) => left.depth - right.depth).map(({ ancestorId }) => ancestorId)
}

/**
 * Returns the accounts above an account, nearest first, without the operator account, which customers don't know of.
 */
export const ancestorsOf = async (store: Collections, tenantId: string): Promise<string[]> =>
  (await everyAncestorOf(store, tenantId)).filter((id) => id !== OPERATOR_ID)

/** Returns the links of all accounts below an account, in no particular order. */
export const descendantsOf = (store: Collections, tenantId: string): Promise<AccountLinkRecord[]> =>
  store.accountLinks.list({ ancestorId: tenantId })

export const isBelow = async (store: Collections, tenantId: string, ancestorId: string): Promise<boolean> =>
  (await store.accountLinks.find({ ancestorId, tenantId })) !== undefined

/**
 * Locks a tree within a transaction, so that changes run one after another and each sees the previous ones. The row of
 * the topmost account is used, because it never moves.
 */
export const lockTree = async (store: Collections, tenantId: string): Promise<void> => {
  const top = (await ancestorsOf(store, tenantId)).at(-1) ?? tenantId
  await store.tenants.update({ id: top }, { parentId: null })
}

/** Returns whether two accounts belong to the same customer. */
export const isSameTree = async (store: Collections, one: string, other: string): Promise<boolean> => {
  const [top, otherTop] = await Promise.all([one, other].map(async (id) => (await ancestorsOf(store, id)).at(-1) ?? id))
  return top === otherTop
}

/**
 * Returns the ancestors of an account below `parentId`, nearest first. The operator account is always linked, even
 * before it exists, so that it misses no account founded while it is created.
 */
const placeBelow = async (store: Collections, parentId: string): Promise<string[]> => [
  ...new Set([parentId, ...(await ancestorsOf(store, parentId)), OPERATOR_ID]),
]

/** Links a new account below its parent, or only below the operator account if it has none. */
export const linkTenant = async (store: Collections, tenant: Placed, parentId: string | null): Promise<void> => {
  await store.accountLinks.insertMany(linksTo(tenant, await placeBelow(store, parentId ?? OPERATOR_ID)))
}

/** Moves a subtree below another parent, with two statements regardless of the number of ancestors. */
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
