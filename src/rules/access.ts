import { holdsPermission } from './permission.ts'

/** The user to check; roles and permissions are those of the active tenant. */
interface Holder {
  superUser?: boolean
  permissions?: readonly { key: string }[]
  roles?: readonly { key: string }[]
}

/** Returns whether the user holds the permission; an empty key is never held. */
export const hasPermission = (holder: Holder | undefined, needed: string): boolean => {
  if (holder?.superUser === true) return true
  const held = (holder?.permissions ?? []).map((permission) => permission.key)
  return needed !== '' && holdsPermission(held, needed)
}

/** Returns whether the user holds every required permission and role; a super user passes. */
export const satisfies = (
  holder: Holder | undefined,
  needed: { permissions?: readonly string[]; roles?: readonly string[] },
): boolean => {
  if (!holder) return false
  if (holder.superUser === true) return true
  const roles = (holder.roles ?? []).map((role) => role.key)
  return (
    (needed.permissions ?? []).every((key) => hasPermission(holder, key)) &&
    (needed.roles ?? []).every((key) => roles.includes(key))
  )
}
