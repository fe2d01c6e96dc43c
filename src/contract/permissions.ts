import type { ListOrItems } from '../entities/paging.ts'
import type { Permission, PermissionCategory } from '../entities/team.ts'
import { endpoint } from './endpoint.ts'

export const permissions = {
  /** Read with `itemsOf`: the roles area expects the bare list, the team area `items`. */
  listPermissions: endpoint<void, void, ListOrItems<Permission>>()('GET', '/identity/resources/permissions/v1'),
  /** The roles of the list hold the permission afterwards, the tenant's others do not. */
  attachRoles: endpoint<void, { roleIds: string[] }, Permission>()(
    'PUT',
    '/identity/resources/permissions/v1/{permissionId}/roles',
    { unused: true },
  ),
  listCategories: endpoint<void, void, PermissionCategory[]>()('GET', '/identity/resources/permissions/v1/categories'),
}
