import type { Client } from '../../contract/client.ts'
import type { groupList, groups } from '../../contract/groups.ts'
import { itemsOf } from '../../contract/items-of.ts'
import type { team } from '../../contract/users.ts'
import type { TeamRole } from '../../entities/team.ts'
import { sortByName } from '../../rules/sort-by-name.ts'

type GroupsApi = Client<{ groups: typeof groups }>

interface RoleChange {
  groupId: string
  before: readonly string[]
  after: readonly string[]
}

/** Adds new roles to a group and removes those that were deselected. */
export const setGroupRoles = async ({ groups: api }: GroupsApi, { groupId, before, after }: RoleChange) => {
  const added = after.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !after.includes(id))
  if (added.length) await api.addRoles({ path: { groupId }, body: { roleIds: added } })
  if (removed.length) await api.removeRoles({ path: { groupId }, body: { roleIds: removed } })
}

interface RolesContext {
  api: Client<{ groupList: typeof groupList; team: typeof team }>
  known<Result>(name: string, call: () => Promise<Result>, otherwise: () => Promise<Result>): Promise<Result>
}

/** Loads the roles that the viewer may give a group. An older backend lists every role and refuses some. */
export const loadGrantableRoles = async ({ api, known }: RolesContext): Promise<TeamRole[]> =>
  sortByName(
    itemsOf(
      await known(
        'listGrantableRoles',
        () => api.groupList.listGrantableRoles(),
        () => api.team.listAssignableRoles(),
      ),
    ),
  )
