import type { Permission, PermissionCategory } from '../../entities/team.ts'
import { coversPermissions } from '../../rules/permission.ts'

export interface PermissionGroup {
  id: string
  name: string
  permissions: readonly Permission[]
}

const isWanted = (permission: Permission, wanted: string) =>
  [permission.name, permission.key, permission.description ?? ''].some((text) => text.toLowerCase().includes(wanted))

/** Wildcards first, then what reads, writes and deletes. */
const RANKS = ['*', 'read', 'write', 'delete']

const rankOf = ({ key }: Permission): number => {
  if (key.endsWith('*')) return 0
  const rank = RANKS.findIndex((verb) => key.includes(`.${verb}.`))
  return rank < 0 ? RANKS.length : rank
}

const inOrder = (permissions: readonly Permission[]): Permission[] =>
  [...permissions].sort((left, right) => rankOf(left) - rankOf(right) || left.name.localeCompare(right.name))

/** Permissions under their categories by name; only those that match the search. */
export const groupPermissions = (
  permissions: readonly Permission[],
  categories: readonly PermissionCategory[],
  { search, other }: { search: string; other: string },
): PermissionGroup[] => {
  const wanted = search.trim().toLowerCase()
  const nameOf = new Map(categories.map(({ id, name }) => [id, name]))
  const inCategory = (permission: Permission, name: string) =>
    !wanted || isWanted(permission, wanted) || name.toLowerCase().includes(wanted)
  const sorted = [...categories].sort((left, right) => left.name.localeCompare(right.name))
  const groups = sorted.map(({ id, name }) => ({
    id,
    name,
    permissions: inOrder(permissions.filter((each) => each.categoryId === id && inCategory(each, name))),
  }))
  const rest = permissions.filter((each) => !nameOf.has(each.categoryId) && inCategory(each, other))
  return [...groups, { id: '', name: other, permissions: rest }].filter((group) => group.permissions.length > 0)
}

/** Users can only grant permissions that they hold. */
export const canGive = (keys: readonly string[] | undefined, permission: Permission): boolean =>
  keys === undefined || coversPermissions(keys, [permission.key])

/** Whether a role allows a permission: directly, by a wildcard, or not at all. */
export const allowedBy = (
  permission: Permission,
  held: readonly Permission[],
): { kind: 'direct' } | { kind: 'wildcard'; by: Permission } | { kind: 'no' } => {
  if (held.some(({ id }) => id === permission.id)) return { kind: 'direct' }
  const by = held.find(({ key }) => key.includes('*') && coversPermissions([key], [permission.key]))
  return by ? { kind: 'wildcard', by } : { kind: 'no' }
}
