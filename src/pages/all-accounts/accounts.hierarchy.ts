import type { HierarchyNode } from '../../entities/tenants.ts'
import { joinPath } from '../../rules/account-path.ts'

/** The position of an account in the hierarchy. */
export interface AccountPlace {
  name: string
  /** Names of the accounts above it, such as `Northwind › Europe`; empty for the topmost account. */
  path: string
  /** Ids from the topmost account to the account itself. */
  line: readonly string[]
}

export type Places = ReadonlyMap<string, AccountPlace>

/** Returns the place of each account of a tree. It avoids recursion, because a tree may have any depth. */
export const placesOf = (root: HierarchyNode): Places => {
  const places = new Map<string, AccountPlace>()
  const left: { node: HierarchyNode; names: readonly string[]; above: readonly string[] }[] = [
    { node: root, names: [], above: [] },
  ]
  for (let next = left.pop(); next; next = left.pop()) {
    const { node, names, above } = next
    const name = node.tenantName || node.tenantId
    const line = [...above, node.tenantId]
    places.set(node.tenantId, { name, path: joinPath([...names]), line })
    for (const child of node.children ?? []) left.push({ node: child, names: [...names, name], above: line })
  }
  return places
}

/** Returns whether an account is the given one or below it, and thus no valid target for moving it. */
export const isWithin = (places: Places | undefined, id: string, accountId: string): boolean =>
  id === accountId || places?.get(id)?.line.includes(accountId) === true
