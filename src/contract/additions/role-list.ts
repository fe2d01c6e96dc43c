import type { PagedItems, RecordsQuery } from '../../entities/paging.ts'
import type { Role } from '../../entities/team.ts'
import { endpoint } from '../endpoint.ts'

/** A role and how many members hold it themselves. */
export interface RoleRow extends Role {
  userCount: number
}

/** What changes for users when a role gets other permissions, or goes. */
export interface RoleImpact {
  /** Members who hold the role, by themselves or by a group. */
  users: number
  /** For each permission asked about: how many of them have it by this role alone, or would have it new. */
  changes: { permissionId: string; users: number }[]
}

export const roleList = {
  /** The roles of the tenant, page by page. */
  listRoles: endpoint<RecordsQuery, void, PagedItems<RoleRow>>()('GET', '/identity/resources/fe/v1/roles'),
  /** Asked before a role is saved or deleted; changes nothing. */
  roleImpact: endpoint<void, { permissionIds: string[] }, RoleImpact>()(
    'POST',
    '/identity/resources/fe/v1/roles/{roleId}/impact',
  ),
}
