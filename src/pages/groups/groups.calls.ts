import { groupList, groups } from '../../contract/groups.ts'
import { team } from '../../contract/users.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { loadGrantableRoles } from '../../parts/group-roles/group-roles.ts'
import { createPageContext, type PageContext, recordList } from '../../parts/page-kit/page-context.ts'
import { followUrl } from '../../parts/page-kit/page-url.ts'
import { pageOfAll } from '../../parts/record-list/list-actions.ts'
import type { ListPage, ListQuery } from '../../parts/record-list/list-state.ts'
import type { LinkedDialog } from '../../parts/record-list/list-url.ts'
import { NO_USERS } from '../../parts/user-picker/user-search.ts'
import {
  type GroupsDialog,
  type GroupsState,
  groupsUrl,
  initialGroups,
  isManagedHere,
  type ListedGroup,
} from './groups.state.ts'

const tables = { groupList, groups, team }

export type GroupsTables = typeof tables
export type GroupsContext = PageContext<GroupsState, GroupsTables>

/** Creates the context that all actions of the page share. */
export const createGroupsContext = (context: SliceContext<GroupsState>): GroupsContext =>
  createPageContext(context, { tables, initial: initialGroups, dialogStart: { users: NO_USERS } })

const fetchGroups =
  ({ api, known }: GroupsContext) =>
  (query: ListQuery, signal: AbortSignal): Promise<ListPage<ListedGroup>> =>
    known(
      'listGroups',
      async () => {
        const { search, sort, order, page: offset, size: limit } = query
        const asked = { ...(search && { search }), sort, order, offset, limit }
        const { items, _metadata } = await api.groupList.listGroups({ query: asked }, { signal })
        return { items, totalItems: _metadata.totalItems }
      },
      async () => {
        const { groups } = await api.groups.listGroups({ query: { _groupsRelations: 'rolesAndUsers' } }, { signal })
        const counted = groups.map((group) => ({ ...group, userCount: group.users?.length ?? 0 }))
        return pageOfAll<ListedGroup>(counted, query)
      },
    )

/** Returns the dialog of a link, if the page offers it to this user. Its group may be on another page of the list. */
const dialogInUrl =
  ({ api, get }: GroupsContext) =>
  async ({ name, id }: LinkedDialog<string>): Promise<GroupsDialog | undefined> => {
    const { viewer, config, list } = get()
    if (name === 'settings') return viewer?.may.edit && config ? { kind: name } : undefined
    if (name === 'new') return viewer?.may.edit ? { kind: 'edit' } : undefined
    if (!id) return undefined
    const group: ListedGroup =
      list.rows.find((row) => row.id === id) ??
      (await api.groups.getGroup({ path: { groupId: id }, query: { _groupsRelations: 'roles' } }))
    const isOurs = isManagedHere(group)
    const offered: Readonly<Record<string, GroupsDialog | false | undefined>> = {
      group: { kind: 'members', group, isAdding: false },
      add: viewer?.may.addMembers && isOurs && { kind: 'members', group, isAdding: true },
      delete: viewer?.may.remove && isOurs && { kind: 'delete', group },
      edit: (viewer?.may.edit || !isOurs) && { kind: 'edit', group },
    }
    return offered[name] || undefined
  }

/** Creates the actions that load the list and its surroundings, and follow the page's URL. */
export const listActions = (context: GroupsContext) => {
  const { api, apply } = context
  const list = recordList(context, { fetchPage: fetchGroups(context) })
  const loadRest = async () => {
    const [roles, config] = await Promise.allSettled([loadGrantableRoles(context), api.groups.getConfiguration()])
    if (roles.status === 'fulfilled') apply((state) => ({ ...state, roles: roles.value }))
    apply((state) =>
      config.status === 'fulfilled' ? { ...state, config: config.value } : { ...state, isConfigUnknown: true },
    )
  }
  const following = followUrl(context, {
    url: groupsUrl,
    show: (query, isFirst) => Promise.all([list.show(query), ...(isFirst ? [loadRest()] : [])]),
    dialogOf: dialogInUrl(context),
  })
  return { ...following, ...list }
}
