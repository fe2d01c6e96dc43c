import { guarantees } from '../../contract/guarantees.ts'
import { itemsOf } from '../../contract/items-of.ts'
import { permissions, roleList, roles } from '../../contract/roles.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { createPageContext, type PageContext, recordList } from '../../parts/page-kit/page-context.ts'
import { followUrl } from '../../parts/page-kit/page-url.ts'
import { pageOfAll } from '../../parts/record-list/list-actions.ts'
import type { ListPage, ListQuery } from '../../parts/record-list/list-state.ts'
import type { LinkedDialog } from '../../parts/record-list/list-url.ts'
import { NO_USERS } from '../../parts/user-picker/user-search.ts'
import {
  canCount,
  initialRoles,
  isBuiltIn,
  type ListedRole,
  type RolesDialog,
  type RolesState,
  type RolesTab,
  rolesUrl,
} from './roles.state.ts'

const tables = { guarantees, permissions, roleList, roles }

export type RolesTables = typeof tables
export type RolesContext = PageContext<RolesState, RolesTables>

/** Creates the context that all actions of the page share. */
export const createRolesContext = (context: SliceContext<RolesState>): RolesContext =>
  createPageContext(context, {
    tables,
    initial: initialRoles,
    dialogStart: { impact: { phase: 'none' }, members: NO_USERS, accessCheck: undefined },
  })

const fetchRoles =
  ({ api, known }: RolesContext) =>
  (query: ListQuery, signal: AbortSignal): Promise<ListPage<ListedRole>> =>
    known(
      'listRoles',
      async () => {
        const { search, sort, order, page: offset, size: limit } = query
        const wanted = { ...(search && { search }), sort, order, offset, limit }
        const { items, _metadata } = await api.roleList.listRoles({ query: wanted }, { signal })
        return { items, totalItems: _metadata.totalItems }
      },
      async () => pageOfAll<ListedRole>(await api.roles.listRoles({}, { signal }), query),
    )

/** Returns the dialog of a link, if the page offers it to this user. Its role may be on another page of the list. */
const dialogInUrl =
  ({ api, get }: RolesContext) =>
  async ({ name, id }: LinkedDialog<string>): Promise<RolesDialog | undefined> => {
    const { viewer, list } = get()
    if (name === 'new') return viewer?.may.create ? { kind: 'edit' } : undefined
    const isIt = (role: ListedRole) => role.id === id
    const role = list.rows.find(isIt) ?? (await api.roles.listRoles()).find(isIt)
    if (!role) return undefined
    const offered: Readonly<Record<string, RolesDialog | false | undefined>> = {
      role: { kind: 'edit', role },
      copy: viewer?.may.create && { kind: 'edit', copyOf: role },
      holders: viewer?.may.seeUsers && canCount(get()) && { kind: 'members', role },
      delete: viewer?.may.remove && !isBuiltIn(role) && { kind: 'delete', role },
    }
    return offered[name] || undefined
  }

/** Creates the actions that load the list and the permissions, and follow the page's URL. */
export const listActions = (context: RolesContext) => {
  const { api, apply, deps } = context
  const list = recordList(context, { fetchPage: fetchRoles(context) })
  const loadPermissions = async () => {
    try {
      const [all, categories] = await Promise.all([
        api.permissions.listPermissions(),
        api.permissions.listCategories().catch(() => []),
      ])
      apply((state) => ({ ...state, permissions: itemsOf(all), categories }))
    } catch (error) {
      deps.log.warn('Loading the permissions failed', error)
    }
  }
  const showTab = (tab: RolesTab) => apply((state) => ({ ...state, tab }))
  const following = followUrl(context, {
    url: rolesUrl,
    show: ({ query, tab }, isFirst) => {
      showTab(tab)
      return Promise.all([list.show(query), ...(isFirst ? [loadPermissions()] : [])])
    },
    dialogOf: dialogInUrl(context),
  })
  return { ...following, ...list, showTab }
}
