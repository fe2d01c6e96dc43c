import type { Permission, PermissionCategory } from '../../entities/team.ts'
import { coversPermissions } from '../../rules/permission.ts'
import { sortByName } from '../../rules/sort-by-name.ts'

export interface PermissionGroup {
  id: string
  name: string
  permissions: readonly Permission[]
}

const isWanted = (permission: Permission, wanted: string) =>
  [permission.name, permission.key, permission.description ?? ''].some((text) => text.toLowerCase().includes(wanted))

/** Sort order: wildcards first, then permissions to read, write and delete. */
const RANKS = ['*', 'read', 'write', 'delete']

const rankOf = ({ key }: Permission): number => {
  if (key.endsWith('*')) return 0
  const rank = RANKS.findIndex((verb) => key.includes(`.${verb}.`))
  return rank < 0 ? RANKS.length : rank
}

const inOrder = (permissions: readonly Permission[], language: string): Permission[] =>
  sortByName(permissions, language).sort((left, right) => rankOf(left) - rankOf(right))

/** Groups permissions by category and sorts them by name, keeping only matches of the search. */
export const groupPermissions = (
  permissions: readonly Permission[],
  categories: readonly PermissionCategory[],
  { search, other, language }: { search: string; other: string; language: string },
): PermissionGroup[] => {
  const wanted = search.trim().toLowerCase()
  const nameOf = new Map(categories.map(({ id, name }) => [id, name]))
  const inCategory = (permission: Permission, name: string) =>
    !wanted || isWanted(permission, wanted) || name.toLowerCase().includes(wanted)
  const groups = sortByName(categories, language).map(({ id, name }) => ({
    id,
    name,
    permissions: inOrder(
      permissions.filter((each) => each.categoryId === id && inCategory(each, name)),
      language,
    ),
  }))
  const rest = permissions.filter((each) => !nameOf.has(each.categoryId) && inCategory(each, other))
  return [...groups, { id: '', name: other, permissions: rest }].filter((group) => group.permissions.length > 0)
}

/** Returns whether the user may grant a permission. Users can only grant permissions that they have. */
export const canGive = (keys: readonly string[] | undefined, permission: Permission): boolean =>
  keys === undefined || coversPermissions(keys, [permission.key])

/** Returns how a role grants a permission: directly, by a wildcard, or not at all. */
export const allowedBy = (
  permission: Permission,
  held: readonly Permission[],
): { kind: 'direct' } | { kind: 'wildcard'; by: Permission } | { kind: 'no' } => {
  if (held.some(({ id }) => id === permission.id)) return { kind: 'direct' }
  const by = held.find(({ key }) => key.includes('*') && coversPermissions([key], [permission.key]))
  return by ? { kind: 'wildcard', by } : { kind: 'no' }
}

/** A permission of a role. `by` is the wildcard that covers it if the role has it only that way. */
interface Granted {
  permission: Permission
  by?: Permission
}

/** Returns all permissions that a role grants, directly or by a wildcard. */
export const grantedBy = (permissionIds: readonly string[], all: readonly Permission[]): Granted[] => {
  const held = all.filter(({ id }) => permissionIds.includes(id))
  return all.flatMap((permission) => {
    const how = allowedBy(permission, held)
    if (how.kind === 'no') return []
    return [{ permission, ...(how.kind === 'wildcard' && { by: how.by }) }]
  })
}

/** Returns one page of grouped permissions. A category can continue on the next page. */
export const pageOfGroups = (
  groups: readonly PermissionGroup[],
  { offset, limit }: { offset: number; limit: number },
): PermissionGroup[] => {
  const shown = new Set(groups.flatMap(({ permissions }) => permissions).slice(offset, offset + limit))
  return groups
    .map((group) => ({ ...group, permissions: group.permissions.filter((permission) => shown.has(permission)) }))
    .filter(({ permissions }) => permissions.length > 0)
}
