import type { GroupsConfiguration } from '../../entities/team.ts'
import type { Slice } from '../../feature/slice.ts'
import { messageOf } from '../../kernel/errors.ts'
import { createPeopleSearch, type Person } from '../../parts/people-picker/people-search.ts'
import { listLeaving } from '../../parts/record-list/list-state.ts'
import { createUndoQueue } from '../../parts/undo/undo.ts'
import { createGroupsContext, type GroupsContext } from './groups.context.ts'
import { listActions } from './groups.list.slice.ts'
import {
  closeDialog,
  draftOf,
  type GroupDraft,
  type GroupsDialog,
  type GroupsState,
  type ListedGroup,
  noticed,
  openDialog,
  patchGroup,
} from './groups.state.ts'

const editing = ({ api, apply, deps }: GroupsContext, reload: () => Promise<void>) => {
  const fieldsOf = ({ name, color, description }: GroupDraft) => ({ name, color, ...(description && { description }) })

  const setRoles = async (groupId: string, before: readonly string[], after: readonly string[]) => {
    const added = after.filter((id) => !before.includes(id))
    const removed = before.filter((id) => !after.includes(id))
    if (added.length) await api.groups.addRoles({ path: { groupId }, body: { roleIds: added } })
    if (removed.length) await api.groups.removeRoles({ path: { groupId }, body: { roleIds: removed } })
  }
  /** Flows §25: the group, then its people, then its roles. */
  const createGroup = async (draft: GroupDraft) => {
    const group = await api.groups.createGroup({ body: fieldsOf(draft) })
    deps.events.after('create-group', { groupId: group.id, name: draft.name })
    const userIds = draft.people.map(({ id }) => id)
    if (userIds.length) await api.groups.addUsers({ path: { groupId: group.id }, body: { userIds } })
    await setRoles(group.id, [], draft.roleIds)
  }
  const updateGroup = async (group: ListedGroup, draft: GroupDraft) => {
    const before = draftOf(group)
    const { name, color, description } = draft
    const isChanged = name !== before.name || color !== before.color || description !== before.description
    await setRoles(group.id, before.roleIds, draft.roleIds)
    if (isChanged) await api.groups.updateGroup({ path: { groupId: group.id }, body: { name, color, description } })
    deps.events.after('update-group', { groupId: group.id })
  }
  return {
    async save(group: ListedGroup | undefined, draft: GroupDraft): Promise<void> {
      if (!deps.events.before(group ? 'update-group' : 'create-group', { groupId: group?.id, name: draft.name })) return
      apply((state) => ({ ...state, saving: true, formError: undefined }))
      try {
        await (group ? updateGroup(group, draft) : createGroup(draft))
      } catch (error) {
        apply((state) => ({ ...state, saving: false, formError: messageOf(error) }))
        // A part of it may have been done.
        await reload()
        return
      }
      const said = noticed(group ? 'saved' : 'created', { name: draft.name })
      apply((state) => ({ ...state, saving: false }), closeDialog, said)
      await reload()
    },
    async saveSettings(config: GroupsConfiguration): Promise<void> {
      apply((state) => ({ ...state, saving: true, formError: undefined }))
      try {
        const answer = await api.groups.updateConfiguration({ body: config })
        apply((state) => ({ ...state, config: answer, saving: false }), closeDialog, noticed('settingsSaved'))
      } catch (error) {
        apply((state) => ({ ...state, saving: false, formError: messageOf(error) }))
      }
    },
    openDialog: (dialog: GroupsDialog) => apply(openDialog(dialog)),
    closeDialog: () => apply(closeDialog),
    dialogsMissing: () => apply(closeDialog, noticed('unavailable')),
  }
}

const membership = ({ api, apply, get, deps }: GroupsContext) => {
  const people = createPeopleSearch({
    deps,
    get: () => get().people,
    put: (patch) => apply((state) => ({ ...state, people: { ...state.people, ...patch } })),
  })
  const count = (group: ListedGroup, by: number) => {
    const row = get().list.rows.find(({ id }) => id === group.id)
    return patchGroup(group.id, { userCount: Math.max(0, (row?.userCount ?? 0) + by) })
  }
  return {
    findMembers: (group: ListedGroup, search: string) => people.find({ groupId: group.id }, search),
    moreMembers: (group: ListedGroup) => people.more({ groupId: group.id }),
    findPeople: (search: string) => people.find({}, search),
    morePeople: () => people.more({}),
    async addMembers(group: ListedGroup, added: readonly Person[]): Promise<void> {
      apply((state) => ({ ...state, saving: true, formError: undefined }))
      try {
        const userIds = added.map(({ id }) => id)
        await api.groups.addUsers({ path: { groupId: group.id }, body: { userIds } })
        deps.events.after('update-group', { groupId: group.id, added: userIds })
        apply(
          count(group, userIds.length),
          (state) => ({ ...state, saving: false }),
          openDialog({ kind: 'members', group, isAdding: false }),
          noticed('membersAdded', { count: userIds.length, name: group.name }),
        )
      } catch (error) {
        apply((state) => ({ ...state, saving: false, formError: messageOf(error) }))
      }
    },
    async removeMember(group: ListedGroup, person: Person): Promise<void> {
      try {
        await api.groups.removeUsers({ path: { groupId: group.id }, body: { userIds: [person.id] } })
        deps.events.after('update-group', { groupId: group.id, removed: [person.id] })
        const rest = get().people
        apply(
          count(group, -1),
          (state) => ({
            ...state,
            people: { ...rest, people: rest.people.filter(({ id }) => id !== person.id), total: rest.total - 1 },
          }),
          noticed('memberRemoved', { person: person.name || person.email, name: group.name }),
        )
      } catch (error) {
        apply(noticed('failed', { name: person.name || person.email, reason: messageOf(error) }))
      }
    },
    stopPeople: people.stop,
  }
}

const deleting = ({ api, apply, deps }: GroupsContext) => {
  const queue = createUndoQueue(deps.clock)
  const back = (state: GroupsState, id: string) => ({ ...state, list: listLeaving(state.list, id, false) })
  const drop = (state: GroupsState, id: string): GroupsState => ({
    ...state,
    list: {
      ...state.list,
      rows: state.list.rows.filter((row) => row.id !== id),
      totalItems: Math.max(0, state.list.totalItems - 1),
    },
  })
  return {
    /** Out of sight at once; the server hears of it when it can no longer be taken back. */
    remove(group: ListedGroup): void {
      if (!deps.events.before('delete-group', { groupId: group.id })) return
      apply(closeDialog, (state) => ({ ...state, list: listLeaving(state.list, group.id, true) }))
      const commit = async ({ keepalive }: { keepalive: boolean }) => {
        try {
          await api.groups.deleteGroup({ path: { groupId: group.id } }, { keepalive })
          apply((state) => drop(state, group.id))
          deps.events.after('delete-group', { groupId: group.id })
        } catch (error) {
          apply(noticed('failed', { name: group.name, reason: messageOf(error) }))
        }
        apply((state) => back(state, group.id))
      }
      const undo = queue.add({ undo: () => apply((state) => back(state, group.id)), commit })
      apply(noticed('deleted', { name: group.name }, undo))
    },
    undo: queue.undo,
    commit: (id: string) => void queue.commit(id),
    commitAll: queue.commitAll,
  }
}

const build = (context: GroupsContext) => {
  const { stop, ...list } = listActions(context)
  const { commitAll, ...removal } = deleting(context)
  const { stopPeople, ...people } = membership(context)
  return {
    ...list,
    ...editing(context, list.reload),
    ...people,
    ...removal,
    close(): void {
      stop()
      stopPeople()
      commitAll()
    },
  }
}

export type GroupsActions = ReturnType<typeof build>

export const groupsSlice: Slice<GroupsState, GroupsActions> = (context) => build(createGroupsContext(context))
