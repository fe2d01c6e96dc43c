import type { Member } from '../../../contract/additions/members.ts'
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
