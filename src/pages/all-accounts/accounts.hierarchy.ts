import type { HierarchyNode } from '../../entities/tenants.ts'
import { joinPath } from '../../rules/account-path.ts'

/** Where an account is. */
export interface AccountPlace {
  name: string
  /** What is above it, such as `Northwind › Europe`; empty for the topmost one. */
  path: string
  /** Ids from the top down to the account itself. */
  line: readonly string[]
}

export type Places = ReadonlyMap<string, AccountPlace>

/** The place of each account of a tree; without recursion, since any depth may arrive. */
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

/** The account and everything below it: where it can't be moved to. */
export const isWithin = (places: Places | undefined, id: string, accountId: string): boolean =>
  id === accountId || places?.get(id)?.line.includes(accountId) === true
