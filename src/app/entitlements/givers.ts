import type { SessionUser } from '../../feature/ports.ts'

/** A role that grants a permission, and the groups through which the user has it. */
export interface Giver {
  role: string
  groups: string[]
}

interface RoleLike {
  id?: string
  key?: string
  name?: string
  permissions?: readonly string[]
}

interface GroupLike {
  id: string
  name?: string
  roles?: readonly { id?: string }[]
}

/**
 * Returns the roles that grant a permission, matched by permission ID. A user known from claims alone has no IDs, so
 * the result is empty.
 */
export const giversOf = (user: SessionUser | undefined, permission: string): Giver[] => {
  const ids = (user?.permissions ?? []).filter(({ key }) => key === permission).map(({ id }) => id)
  const groups: readonly GroupLike[] = user?.groups ?? []
  const gives = ({ permissions }: RoleLike) => ids.some((id) => id !== undefined && permissions?.includes(id))
  return ((user?.roles ?? []) as readonly RoleLike[]).filter(gives).map((role) => ({
    role: role.name ?? role.key ?? role.id ?? '',
    groups: groups.filter(({ roles }) => roles?.some(({ id }) => id === role.id)).map(({ id, name }) => name ?? id),
  }))
}
