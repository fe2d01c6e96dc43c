import type { Items, PagedItems, RecordsQuery } from '../entities/paging.ts'
import type { Group, GroupsConfiguration, GroupsRelations, TeamRole } from '../entities/team.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'

interface GroupsQuery {
  _groupsRelations?: GroupsRelations
}

type GroupFields = Pick<Group, 'name' | 'color' | 'description' | 'metadata'>

export const groups = {
  listGroups: endpoint<GroupsQuery, void, { groups: Group[] }>()('GET', '/identity/resources/groups/v1'),
  getGroup: endpoint<GroupsQuery, void, Group>()('GET', '/identity/resources/groups/v1/{groupId}'),
  bulkGetGroups: endpoint<GroupsQuery, { groupsIds: string[] }, Group[]>()(
    'POST',
    '/identity/resources/groups/v1/bulkGet',
    { unused: true },
  ),
  createGroup: endpoint<void, GroupFields, GroupFields & Pick<Group, 'id' | 'managedBy'>>()(
    'POST',
    '/identity/resources/groups/v1',
  ),
  updateGroup: endpoint<void, Partial<GroupFields>, Ignored>()('PATCH', '/identity/resources/groups/v1/{groupId}'),
  deleteGroup: endpoint<void, void, Ignored>()('DELETE', '/identity/resources/groups/v1/{groupId}'),
  addRoles: endpoint<void, { roleIds: string[] }, Ignored>()('POST', '/identity/resources/groups/v1/{groupId}/roles'),
  removeRoles: endpoint<void, { roleIds: string[] }, Ignored>()(
    'DELETE',
    '/identity/resources/groups/v1/{groupId}/roles',
  ),
  addUsers: endpoint<void, { userIds: string[] }, Ignored>()('POST', '/identity/resources/groups/v1/{groupId}/users'),
  removeUsers: endpoint<void, { userIds: string[] }, Ignored>()(
    'DELETE',
    '/identity/resources/groups/v1/{groupId}/users',
  ),
  getConfiguration: endpoint<void, void, GroupsConfiguration>()('GET', '/identity/resources/groups/v1/config'),
  updateConfiguration: endpoint<void, Partial<GroupsConfiguration>, GroupsConfiguration>()(
    'POST',
    '/identity/resources/groups/v1/config',
  ),
}

/** A group with its roles and its number of members. */
export interface GroupRow extends Group {
  userCount: number
  createdAt: string
  /** Name of the provisioning connection that manages the group. */
  directory?: string
}

export const groupList = {
  /** Lists the account's roles that the caller may grant, which may not be all of them. */
  listGrantableRoles: ours<void, void, Items<TeamRole>>()('GET', '/grantable-roles'),
  /** Lists the groups of the tenant, page by page, with their roles. */
  listGroups: ours<RecordsQuery, void, PagedItems<GroupRow>>()('GET', '/groups'),
}
