import type { Member } from '../../../contract/additions/members.ts'
import type { UsersState } from '../users.state.ts'

/** Offered roles, and any the users have that are no longer offered, so that saving never drops one unseen. */
export const rolesOffered = (members: readonly Member[], state: Pick<UsersState, 'roles'>) => {
  const offered = state.roles.map((role) => ({ value: role.id, label: role.name, hint: role.description }))
  const held = members.flatMap((member) => member.roles ?? [])
  const others = held.filter(({ id }, at) => {
    const isFirst = held.findIndex((role) => role.id === id) === at
    return isFirst && !offered.some(({ value }) => value === id)
  })
  return [...offered, ...others.map(({ id, name }) => ({ value: id, label: name }))]
}
