import type { Items, PagedItems, RecordsQuery } from '../../entities/paging.ts'
import type { Group, TeamRole } from '../../entities/team.ts'
import { endpoint } from '../endpoint.ts'

/** A group with its roles, and how many members it has. */
export interface GroupRow extends Group {
  userCount: number
  createdAt: string
  /** Name of the provisioning connection that manages it. */
  directory?: string
}

export const groupList = {
  /** Roles of the account that the caller may grant, which not every role of the account is. */
  listGrantableRoles: endpoint<void, void, Items<TeamRole>>()('GET', '/identity/resources/fe/v1/grantable-roles'),
  /** The groups of the tenant, page by page, with their roles. */
  listGroups: endpoint<RecordsQuery, void, PagedItems<GroupRow>>()('GET', '/identity/resources/fe/v1/groups'),
}
