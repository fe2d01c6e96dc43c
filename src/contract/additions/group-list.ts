import type { PagedItems, RecordsQuery } from '../../entities/paging.ts'
import type { Group } from '../../entities/team.ts'
import { endpoint } from '../endpoint.ts'

/** A group with its roles, and how many members it has. */
export interface GroupRow extends Group {
  userCount: number
  createdAt: string
}

export const groupList = {
  /** The groups of the tenant, page by page, with their roles. */
  listGroups: endpoint<RecordsQuery, void, PagedItems<GroupRow>>()('GET', '/identity/resources/fe/v1/groups'),
}
