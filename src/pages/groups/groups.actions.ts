import { groupList, groups } from '../../contract/groups.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { team } from '../../contract/users.ts'
import type { GroupsConfiguration } from '../../entities/team.ts'
import type { FeatureProps } from '../../feature/define.ts'
import type { Slice, SliceContext } from '../../feature/slice.ts'
import { type AccessChanges, checkAccessChanges } from '../../parts/access-check/check-access-changes.ts'
import { loadGrantableRoles, setGroupRoles } from '../../parts/group-roles/group-roles.tsx'
import { createPageContext, type PageContext, recordList } from '../../parts/page-kit/page-context.ts'
import { followUrl } from '../../parts/page-kit/page-url.ts'
import { createRemoval } from '../../parts/page-kit/removal.ts'
import { pageOfAll } from '../../parts/record-list/list-actions.ts'
import type { ListPage, ListQuery } from '../../parts/record-list/list-state.ts'
import type { LinkedDialog } from '../../parts/record-list/list-url.ts'
import { createUserSearch, type FoundUser, NO_USERS } from '../../parts/user-picker/user-search.ts'
import type { GroupsTexts } from './groups.messages.ts'
import {
  draftOf,
  type GroupDraft,
  type GroupsDialog,
  type GroupsState,
  groupsUrl,
  initialGroups,
  isManagedHere,
  type ListedGroup,
  leavingChange,
  patchGroup,
} from './groups.state.ts'

const tables = { groupList, groups, guarantees, team }

type GroupsTables = typeof tables
type GroupsContext = PageContext<GroupsState, GroupsTables>

/** Creates the context that all actions of the page share. */
const createGroupsContext = (context: SliceContext<GroupsState>): GroupsContext =>
  createPageContext(context, {
    tables,
    initial: initialGroups,
    dialogStart: { users: NO_USERS, accessCheck: undefined, leaving: undefined },
  })

const fetchGroups =
  ({ api, known }: GroupsContext) =>
  (query: ListQuery, signal: AbortSignal): Promise<ListPage<ListedGroup>> =>
    known(
      'listGroups',
      async () => {
        const { search, sort, order, page: offset, size: limit } = query
        const wanted = { ...(search && { search }), sort, order, offset, limit }
        const { items, _metadata } = await api.groupList.listGroups({ query: wanted }, { signal })
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
const listActions = (context: GroupsContext) => {
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

const editActions = ({ api, apply, notify, submit, before, after }: GroupsContext, reload: () => Promise<void>) => {
  const fieldsOf = ({ name, color, description }: GroupDraft) => ({ name, color, ...(description && { description }) })

  /** Creates the group, then its members, then its roles, in the order that backends expect. */
  const createGroup = async (draft: GroupDraft) => {
    const group = await api.groups.createGroup({ body: fieldsOf(draft) })
    after('create-group', { groupId: group.id, name: draft.name })
    const userIds = draft.members.map(({ id }) => id)
    if (userIds.length) await api.groups.addUsers({ path: { groupId: group.id }, body: { userIds } })
    await setGroupRoles(api, { groupId: group.id, before: [], after: draft.roleIds })
  }
  const updateGroup = async (group: ListedGroup, draft: GroupDraft) => {
    const old = draftOf(group)
    const { name, color, description } = draft
    const isChanged = name !== old.name || color !== old.color || description !== old.description
    await setGroupRoles(api, { groupId: group.id, before: old.roleIds, after: draft.roleIds })
    if (isChanged) await api.groups.updateGroup({ path: { groupId: group.id }, body: { name, color, description } })
    after('update-group', { groupId: group.id })
  }
  return {
    async save(group: ListedGroup | undefined, draft: GroupDraft): Promise<void> {
      if (!before(group ? 'update-group' : 'create-group', { groupId: group?.id, name: draft.name })) return
      const isSaved = await submit(() => (group ? updateGroup(group, draft) : createGroup(draft)))
      if (isSaved) notify(group ? 'saved' : 'created', { name: draft.name })
      // A refused request may have been carried out in part.
      await reload()
    },
    async saveSettings(config: GroupsConfiguration): Promise<void> {
      const isSaved = await submit(async () => {
        const after = await api.groups.updateConfiguration({ body: config })
        apply((state) => ({ ...state, config: after }))
      })
      if (isSaved) notify('settingsSaved')
    },
  }
}

const memberActions = (context: GroupsContext) => {
  const { api, apply, change, get, deps, after, notify, fail, submit, openDialog } = context
  const users = createUserSearch({
    deps,
    get: () => get().users,
    put: (patch) => apply((state) => ({ ...state, users: { ...state.users, ...patch } })),
  })
  const count = (group: ListedGroup, by: number) => {
    const row = get().list.rows.find(({ id }) => id === group.id)
    return patchGroup(group.id, { userCount: Math.max(0, (row?.userCount ?? 0) + by) })
  }
  /** Marks a member as being removed while the task runs. */
  const whileRemoving = async ({ id }: FoundUser, task: () => Promise<unknown>): Promise<void> => {
    apply((state) => ({ ...state, removing: [...state.removing, id] }))
    try {
      await task()
    } finally {
      apply((state) => ({ ...state, removing: state.removing.filter((each) => each !== id) }))
    }
  }
  const remove = async (group: ListedGroup, user: FoundUser): Promise<void> => {
    const member = user.name || user.email
    apply((state) => ({ ...state, leaving: undefined }))
    try {
      await api.groups.removeUsers({ path: { groupId: group.id }, body: { userIds: [user.id] } })
    } catch (error) {
      return fail(member, error, () => removeMember(group, user))
    }
    after('update-group', { groupId: group.id, removed: [user.id] })
    apply(count(group, -1))
    change(({ users: found }) => {
      // After a retry, another group's members may be shown.
      if (!found.users.some(({ id }) => id === user.id) || !isOpen(group)) return
      found.users = found.users.filter(({ id }) => id !== user.id)
      found.total -= 1
    })
    notify('memberRemoved', { member, name: group.name })
  }
  const removeMember = (group: ListedGroup, user: FoundUser) => whileRemoving(user, () => remove(group, user))
  const isOpen = ({ id }: ListedGroup): boolean => {
    const { dialog } = get()
    return dialog?.kind === 'members' && dialog.group.id === id
  }
  return {
    findMembers: (group: ListedGroup, search: string) => users.find({ groupId: group.id }, search),
    moreMembers: (group: ListedGroup) => users.more({ groupId: group.id }),
    findUsers: (search: string) => users.find({}, search),
    moreUsers: () => users.more({}),
    async addMembers(group: ListedGroup, added: readonly FoundUser[]): Promise<void> {
      const userIds = added.map(({ id }) => id)
      const isSaved = await submit(() => api.groups.addUsers({ path: { groupId: group.id }, body: { userIds } }))
      if (!isSaved) return
      after('update-group', { groupId: group.id, added: userIds })
      apply(count(group, userIds.length))
      openDialog({ kind: 'members', group, isAdding: false })
      notify('membersAdded', { count: userIds.length, name: group.name })
    },
    removeMember,
    /**
     * Removes a member at once, unless that pauses what they vouch for, which a dialog over the drawer then lists.
     * Ignored while another member is being removed.
     */
    async askToRemove(group: ListedGroup, user: FoundUser): Promise<void> {
      if (get().removing.length > 0 || get().leaving) return
      await whileRemoving(user, async () => {
        const changes = leavingChange(group, user)
        if (changes.length === 0 || (await checkAccessChanges(context, changes))) return remove(group, user)
        const { dialog } = get()
        if (dialog && !isOpen(group)) return
        apply((state) => ({ ...state, dialog: { kind: 'members', group, isAdding: false }, leaving: user }))
      })
    },
    cancelRemoval: () => apply((state) => ({ ...state, leaving: undefined })),
    stopSearch: users.stop,
  }
}

const createGroupsActions = (context: GroupsContext) => {
  const { stop, ...list } = listActions(context)
  const { stopSearch, ...members } = memberActions(context)
  const { commitAll, ...removal } = createRemoval<ListedGroup, GroupsState, GroupsTables>(context, {
    event: 'delete-group',
    detailOf: ({ id }) => ({ groupId: id }),
    nameOf: ({ name }) => name,
    remove: ({ id }, options) => context.api.groups.deleteGroup({ path: { groupId: id } }, options),
    notice: 'deleted',
    failed: 'deletionFailed',
  })
  const { openDialog, closeDialog, dialogsMissing } = context
  return {
    openDialog,
    closeDialog,
    dialogsMissing,
    checkAccessChanges: (changes: AccessChanges) => checkAccessChanges(context, changes),
    ...list,
    ...editActions(context, list.reload),
    ...members,
    ...removal,
    close(): void {
      stop()
      stopSearch()
      commitAll()
      context.leave()
    },
  }
}

export type GroupsActions = ReturnType<typeof createGroupsActions>

export const groupsSlice: Slice<GroupsState, GroupsActions> = (context) =>
  createGroupsActions(createGroupsContext(context))

export type GroupsViewProps = FeatureProps<GroupsState, GroupsActions, GroupsTexts>
