import type { ListOrItems } from '../entities/paging.ts'
import type { Permission, PermissionCategory } from '../entities/team.ts'
import { endpoint } from './endpoint.ts'

export const permissions = {
  /** Lists permissions. Read it with `itemsOf`: the roles area expects the bare list, the team area `items`. */
  listPermissions: endpoint<void, void, ListOrItems<Permission>>()('GET', '/identity/resources/permissions/v1'),
  listCategories: endpoint<void, void, PermissionCategory[]>()('GET', '/identity/resources/permissions/v1/categories'),
}
