import { itemsOf } from '../../contract/answers.ts'
import { createListActions, pageOfAll } from '../../parts/record-list/list-actions.ts'
import type { ListQuery } from '../../parts/record-list/list-state.ts'
import { viewerOf } from '../../parts/viewer/viewer.ts'
import { type GroupsContext, isMissing } from './groups.context.ts'
import {
  closeDialog,
  type GroupsAddress,
  type GroupsDialog,
  groupsAddressFrom,
  initialGroups,
  isManagedHere,
  type ListedGroup,
  openDialog,
} from './groups.state.ts'

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
  const groupOf = async (groupId: string): Promise<ListedGroup> =>
    get().list.rows.find(({ id }) => id === groupId) ??
    (await api.groups.getGroup({ path: { groupId }, query: { _groupsRelations: 'roles' } }))
  /** What the page offers this person, and nothing else. */
  const dialogOf = async ({ name, id }: NonNullable<GroupsAddress['dialog']>): Promise<GroupsDialog | undefined> => {
    const { viewer, config } = get()
    if (name === 'settings') return viewer?.may.edit && config ? { kind: name } : undefined
    if (name === 'new') return viewer?.may.edit ? { kind: 'edit' } : undefined
    if (!id) return undefined
    const group = await groupOf(id)
    if (name === 'group') return { kind: 'members', group, isAdding: false }
    const isOurs = isManagedHere(group)
    if (name === 'add') return viewer?.may.addPeople && isOurs ? { kind: 'members', group, isAdding: true } : undefined
    if (name === 'delete') return viewer?.may.remove && isOurs ? { kind: name, group } : undefined
    return viewer?.may.edit || !isOurs ? { kind: name, group } : undefined
  }
  /** The dialog of a deep link: its group may stand on another page. */
  const openLinked = async (search: string) => {
    const { dialog: link } = groupsAddressFrom(search)
    if (!link) return apply(closeDialog)
    try {
      const dialog = await dialogOf(link)
      apply(dialog ? openDialog(dialog) : closeDialog)
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
