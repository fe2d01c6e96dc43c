import { itemsOf } from '../../contract/answers.ts'
import { createListActions, pageOfAll } from '../../parts/record-list/list-actions.ts'
import type { ListQuery } from '../../parts/record-list/list-state.ts'
import { viewerOf } from '../../parts/viewer/viewer.ts'
import { type GroupsContext, isMissing } from './groups.context.ts'
import { closeDialog, groupsAddressFrom, initialGroups, type ListedGroup, openDialog } from './groups.state.ts'

const NEEDED = {
  edit: 'fe.secure.write.groups',
  remove: 'fe.secure.delete.groups',
  editRoles: 'fe.secure.write.groupsRoles',
  addPeople: 'fe.secure.write.groupsUsers',
  removePeople: 'fe.secure.delete.groupsUsers',
  seePeople: 'fe.secure.read.users',
} as const

/** Loading the list, and what stands around it. */
export const listActions = (context: GroupsContext) => {
  const { api, apply, get, deps } = context
  const fetchPage = async (query: ListQuery, signal: AbortSignal) => {
    const { search, sort, order, page: offset, size: limit } = query
    if (get().canCount) {
      try {
        const asked = { ...(search && { search }), sort, order, offset, limit }
        const page = await api.additions.listGroups({ query: asked }, { signal })
        return { items: page.items as readonly ListedGroup[], totalItems: page._metadata.totalItems }
      } catch (error) {
        if (!isMissing(error)) throw error
        apply((state) => ({ ...state, canCount: false }))
      }
    }
    const { groups } = await api.groups.listGroups({ query: { _groupsRelations: 'rolesAndUsers' } }, { signal })
    return pageOfAll<ListedGroup>(
      groups.map((group) => ({ ...group, userCount: group.users?.length ?? 0 })),
      query,
    )
  }
  const list = createListActions<ListedGroup>({
    get: () => get().list,
    put: (change) => apply((state) => ({ ...state, list: change(state.list) })),
    fetchPage,
  })
  const loadRest = async () => {
    const [roles, config] = await Promise.allSettled([api.team.listAssignableRoles(), api.groups.getConfiguration()])
    if (roles.status === 'fulfilled') apply((state) => ({ ...state, roles: itemsOf(roles.value) }))
    if (config.status === 'fulfilled') apply((state) => ({ ...state, config: config.value }))
  }
  /** The dialog of a deep link: its group may stand on another page. */
  const openLinked = async (search: string) => {
    const { groupId, isNew } = groupsAddressFrom(search)
    if (isNew) return apply(openDialog({ kind: 'edit' }))
    if (!groupId) return apply(closeDialog)
    try {
      const shown = get().list.rows.find(({ id }) => id === groupId)
      const asked = { path: { groupId }, query: { _groupsRelations: 'roles' as const } }
      const group = shown ?? (await api.groups.getGroup(asked))
      apply(openDialog({ kind: 'members', group, isAdding: false }))
    } catch (error) {
      deps.log.warn('Loading the linked group failed', error)
    }
  }
  return {
    async open(search: string): Promise<void> {
      const viewer = viewerOf(deps, NEEDED)
      // Another account shows nothing of the one before.
      apply((state) => ({ ...(state.viewer?.tenantId === viewer.tenantId ? state : initialGroups), viewer }))
      await Promise.all([list.show(groupsAddressFrom(search).query), loadRest()])
      await openLinked(search)
    },
    async follow(search: string): Promise<void> {
      await list.show(groupsAddressFrom(search).query)
      await openLinked(search)
    },
    change: list.change,
    reload: list.reload,
    stop: list.stop,
  }
}
