import type { PagedItems, RecordsQuery } from '../../entities/paging.ts'
import type { Role } from '../../entities/team.ts'
import { endpoint } from '../endpoint.ts'

/** A role, and the number of members who hold it directly. */
export interface RoleRow extends Role {
  userCount: number
}

/** Effect on users when a role gets other permissions or is deleted. */
export interface RoleImpact {
  /** Number of members who hold the role, directly or through a group. */
  users: number
  /** For each requested permission, the number of them who have it through this role only, or who would gain it. */
  changes: { permissionId: string; users: number }[]
}

export const roleList = {
  /** Lists the roles of the tenant, page by page. */
  listRoles: endpoint<RecordsQuery, void, PagedItems<RoleRow>>()('GET', '/identity/resources/fe/v1/roles'),
  /** Returns the effect of saving or deleting a role; changes nothing. */
  roleImpact: endpoint<void, { permissionIds: string[] }, RoleImpact>()(
    'POST',
    '/identity/resources/fe/v1/roles/{roleId}/impact',
  ),
}
