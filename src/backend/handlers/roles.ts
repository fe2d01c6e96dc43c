import type { groups } from '../../contract/groups.ts'
import type { permissions } from '../../contract/permissions.ts'
import type { roles } from '../../contract/roles.ts'
import { allowed, type Handlers, signedIn } from '../http/handler.ts'
import { idsOf, rolesOfTenant } from '../rules/grants.ts'
import { READ_USERS } from '../rules/members.ts'
import { iso, toPermission, toRole } from '../rules/wire.ts'

const READ_ROLES = 'fe.secure.read.roles'

export const rolesHandlers = {
  /** The users page names roles too, so whoever reads users reads them. */
  listRoles: allowed(READ_USERS, async ({ ports, auth }) => {
    const found = await rolesOfTenant(ports.store, auth.tenantId)
    return found.map((role) => toRole(role, ports.config.vendorId))
  }),
} satisfies Pick<Handlers<typeof roles>, 'listRoles'>

export const permissionsHandlers = {
  listPermissions: allowed(READ_USERS, async ({ ports, auth }) => {
    const known = await rolesOfTenant(ports.store, auth.tenantId)
    const all = await ports.store.permissions.list({})
    const holders = (id: string) =>
      known.filter((role) => idsOf(role.permissionIds).includes(id)).map((role) => role.id)
    return all.map((permission) => toPermission(permission, holders(permission.id)))
  }),
  listCategories: allowed(READ_ROLES, async ({ ports }) => {
    const all = await ports.store.permissions.list({})
    const categories = await ports.store.permissionCategories.list({})
    return categories.map(({ id, name, description, createdAt, updatedAt }) => {
      const own = all.filter(({ categoryId }) => categoryId === id)
      return {
        id,
        name,
        description,
        feCategory: own.some(({ key }) => key.startsWith('fe.')),
        permissionIds: own.map((permission) => permission.id),
        createdAt: iso(createdAt),
        updatedAt: iso(updatedAt),
      }
    })
  }),
} satisfies Handlers<typeof permissions>

/** There are no groups yet: an empty list is the truth. */
export const groupsHandlers = {
  listGroups: allowed(READ_USERS, async () => ({ groups: [] })),
  getConfiguration: signedIn(async () => ({ enabled: false, rolesEnabled: false })),
} satisfies Pick<Handlers<typeof groups>, 'listGroups' | 'getConfiguration'>
