import type { Collections } from '../../../store/store.ts'

/**
 * Returns the names of the accounts above each account, from `topId` down to its parent. All given accounts are below
 * `topId`.
 */
export const pathsBelow = async (
  store: Collections,
  topId: string,
  tenantIds: readonly string[],
): Promise<Map<string, string[]>> => {
  if (tenantIds.length === 0) return new Map()
  const links = await store.accountLinks.list({ tenantId: { in: [...tenantIds] } })
  const ids = [...new Set([topId, ...links.map(({ ancestorId }) => ancestorId)])]
  const tenants = await store.tenants.list({ id: { in: ids } })
  const names = new Map(tenants.map(({ id, name }) => [id, name]))
  const pathOf = (tenantId: string): string[] => {
    const above = links.filter((link) => link.tenantId === tenantId)
    const top = above.find(({ ancestorId }) => ancestorId === topId)?.depth ?? 0
    const inside = above.filter(({ depth }) => depth <= top).sort((left, right) => right.depth - left.depth)
    return inside.flatMap(({ ancestorId }) => names.get(ancestorId) ?? [])
  }
  return new Map(tenantIds.map((id) => [id, pathOf(id)]))
}
