import type { AccessChange } from '../../../contract/guarantees.ts'
import type { Member } from '../../../contract/users.ts'
import type { Group } from '../../../entities/team.ts'
import { roleOptions } from '../../../parts/role-options/role-options.ts'
import type { UsersState } from '../users.state.ts'

/**
 * Returns the offered roles, and those of the users that are no longer offered, so that saving never drops one
 * unnoticed.
 */
export const rolesOffered = (members: readonly Member[], state: Pick<UsersState, 'roles'>) => {
  const held = members.flatMap((member) => member.roles ?? [])
  const others = held.filter(({ id }, at) => {
    const isFirst = held.findIndex((role) => role.id === id) === at
    return isFirst && !state.roles.some((role) => role.id === id)
  })
  return roleOptions([...state.roles, ...others])
}

const isKept = ({ managedBy }: Group): boolean => managedBy === 'scim2'

/**
 * Returns the groups that a user can be added to or removed from. Groups of a directory are left out, because it
 * controls their members.
 */
export const groupsOffered = (member: Member, groups: readonly Group[]) => {
  const held = member.groups ?? []
  const kept = groups.filter((group) => isKept(group) && held.some(({ id }) => id === group.id))
  const own = held.map(({ id }) => id).filter((id) => kept.every((group) => group.id !== id))
  const known = groups
    .filter((group) => !isKept(group))
    .map(({ id, name, description }) => ({ value: id, label: name, ...(description && { hint: description }) }))
  const others = held.filter(({ id }) => own.includes(id) && known.every(({ value }) => value !== id))
  return { kept, own, offered: [...known, ...others.map(({ id, name }) => ({ value: id, label: name ?? id }))] }
}

/** Returns the changes of the groups that a user leaves, for the check before; groups without roles don't count. */
export const leavingChanges = (
  { id }: Member,
  groups: readonly Group[],
  { before, after }: { before: readonly string[]; after: readonly string[] },
): AccessChange[] =>
  before
    .filter((groupId) => !after.includes(groupId))
    .filter((groupId) => groups.find((group) => group.id === groupId)?.roles?.length !== 0)
    .map((groupId) => ({ kind: 'group', id: groupId, leavingUserIds: [id] }))
