import type { ListOrItems, PagedItems, RecordsQuery } from '../entities/paging.ts'
import type { Permission, PermissionCategory, Role } from '../entities/team.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'

interface RoleFields {
  key: string
  name: string
  description: string
  isDefault: boolean
  level: number
}

export const roles = {
  listRoles: endpoint<void, void, Role[]>()('GET', '/identity/resources/roles/v1'),
  /** Adds a role; `permissions` are IDs. */
  addRole: endpoint<void, RoleFields & { permissions: string[] }, Role>()('POST', '/identity/resources/roles/v1'),
  updateRole: endpoint<void, Partial<RoleFields>, Role>()('PATCH', '/identity/resources/roles/v1/{roleId}'),
  deleteRole: endpoint<void, void, Ignored>()('DELETE', '/identity/resources/roles/v1/{roleId}'),
  attachPermissions: endpoint<void, { permissionIds: string[] }, Role>()(
    'PUT',
    '/identity/resources/roles/v1/{roleId}/permissions',
  ),
}

export const permissions = {
  /** Lists permissions. Read it with `itemsOf`: the roles area expects the bare list, the team area `items`. */
  listPermissions: endpoint<void, void, ListOrItems<Permission>>()('GET', '/identity/resources/permissions/v1'),
  listCategories: endpoint<void, void, PermissionCategory[]>()('GET', '/identity/resources/permissions/v1/categories'),
}

/** A role, and the number of members who hold it directly. */
export interface RoleRow extends Role {
  userCount: number
}

/** Effect on users when a role gets other permissions or is deleted. */
export interface RoleImpact {
  /** Number of members who hold the role, directly or through a group. */
  users: number
  /** For each requested permission, the number of members who have it only through this role, or who would gain it. */
  changes: { permissionId: string; users: number }[]
}

export const roleList = {
  /** Lists the roles of the tenant, page by page. */
  listRoles: ours<RecordsQuery, void, PagedItems<RoleRow>>()('GET', '/roles'),
  /** Returns the effect of saving or deleting a role; changes nothing. */
  roleImpact: ours<void, { permissionIds: string[] }, RoleImpact>()('POST', '/roles/{roleId}/impact'),
}
