import { coversPermissions } from '../../../../rules/permission.ts'
import type { Auth } from '../../../call/auth.ts'
import { badRequest, forbidden, passes } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { hasEvery, idsOf } from '../../../store/json-text.ts'
import type { PermissionRecord, RoleRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { permissionsOf, rolesByIds, rolesOfTenant } from './grants.ts'
import { assertRanked, notOutranking } from './rank.ts'

/** The store, or the collections of a transaction. */
interface Reading {
  store: Collections
}

export const exceedsOwnRights = () =>
  forbidden("You can't give more than your own roles allow").as('exceeds-own-rights')

/** Refuses permissions that the caller doesn't hold. Every change that grants permissions calls this first. */
export const assertHolds = async (auth: Auth, permissions: readonly PermissionRecord[]): Promise<void> => {
  const { keys } = await auth.grants()
  const wanted = permissions.map(({ key }) => key)
  if (!coversPermissions(keys, wanted)) throw exceedsOwnRights()
}

/**
 * Refuses roles that the caller can't grant. A role that ranks higher than the caller's own would give power over
 * higher-ranking users.
 */
export const assertMayGrant = async (ports: Reading, auth: Auth, roles: readonly RoleRecord[]): Promise<void> => {
  await assertRanked(auth, { roles }, exceedsOwnRights)
  await assertHolds(auth, await permissionsOf(ports.store, roles))
}

export const mayGrant = (...given: Parameters<typeof assertMayGrant>): Promise<boolean> =>
  passes(assertMayGrant(...given))

/** Refuses roles, by id, that the caller can't grant; the id of a deleted role grants nothing. */
export const assertMayGrantIds = async (ports: Reading, auth: Auth, roleIds: readonly string[]): Promise<void> =>
  assertMayGrant(ports, auth, await rolesByIds(ports.store, auth.tenantId, roleIds))

/** Returns the roles that a call assigns in the caller's tenant, if the caller may grant them. */
export const assignableRoles = async (ports: Ports, auth: Auth, ids: readonly string[]): Promise<RoleRecord[]> => {
  const roles = await rolesByIds(ports.store, auth.tenantId, ids)
  if (roles.length !== ids.length || !hasEvery(roles, ids)) throw badRequest("This role doesn't exist in this account")
  await assertMayGrant(ports, auth, roles)
  return roles
}

/** Returns the roles of the caller's tenant that the caller may grant. */
export const grantableRoles = async (ports: Ports, auth: Auth): Promise<RoleRecord[]> => {
  const roles = await rolesOfTenant(ports.store, auth.tenantId)
  const permissions = new Map((await permissionsOf(ports.store, roles)).map(({ id, key }) => [id, key]))
  const { keys } = await auth.grants()
  const keysOf = ({ permissionIds }: RoleRecord) => idsOf(permissionIds).flatMap((id) => permissions.get(id) ?? [])
  return (await notOutranking(auth, roles)).filter((role) => coversPermissions(keys, keysOf(role)))
}
