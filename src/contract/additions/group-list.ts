import type { Items, PagedItems, RecordsQuery } from '../../entities/paging.ts'
import type { Group, TeamRole } from '../../entities/team.ts'
import { endpoint } from '../endpoint.ts'

/** A group with its roles and its number of members. */
export interface GroupRow extends Group {
  userCount: number
  createdAt: string
  /** Name of the provisioning connection that manages the group. */
  directory?: string
}

export const groupList = {
  /** Lists the account's roles that the caller may grant, which may not be all of them. */
  listGrantableRoles: endpoint<void, void, Items<TeamRole>>()('GET', '/identity/resources/fe/v1/grantable-roles'),
  /** Lists the groups of the tenant, page by page, with their roles. */
  listGroups: endpoint<RecordsQuery, void, PagedItems<GroupRow>>()('GET', '/identity/resources/fe/v1/groups'),
}
