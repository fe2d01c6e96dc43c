import type { GroupRow } from '../../contract/additions.ts'
import type { Group, GroupsConfiguration, TeamRole } from '../../entities/team.ts'
import { NO_PEOPLE, type PeopleState, type Person } from '../../parts/people-picker/people-search.ts'
import { type LinkedDialog, linkedDialogFrom, writeLinkedDialog } from '../../parts/record-list/linked-dialog.ts'
import {
  emptyList,
  type ListQuery,
  type ListState,
  listQueryFrom,
  writeListQuery,
} from '../../parts/record-list/list-state.ts'
import type { Notice } from '../../parts/undo/use-notices.ts'
import type { Viewer } from '../../parts/viewer/viewer.ts'

export type Ability = 'edit' | 'remove' | 'editRoles' | 'addPeople' | 'removePeople' | 'seePeople'

/** A group as the list has it; an older backend does not count its members. */
export type ListedGroup = Group & Partial<Pick<GroupRow, 'userCount' | 'createdAt'>>

export interface GroupDraft {
  name: string
  color: string
  description: string
  roleIds: readonly string[]
  people: readonly Person[]
}

export type GroupsDialog =
  | { kind: 'edit'; group?: ListedGroup }
  | { kind: 'members'; group: ListedGroup; isAdding: boolean }
  | { kind: 'delete'; group: ListedGroup }
  | { kind: 'settings' }

export type NoticeKey =
  | 'created'
  | 'saved'
  | 'deleted'
  | 'membersAdded'
  | 'memberRemoved'
  | 'settingsSaved'
  | 'failed'
  | 'unavailable'

export interface GroupsState {
  viewer?: Viewer<Ability>
  list: ListState<ListedGroup>
  roles: readonly TeamRole[]
  config?: GroupsConfiguration
  /** Whether this backend pages and counts, by a call that the wire lacks. */
  canCount: boolean
  dialog: GroupsDialog | null
  saving: boolean
  formError?: string | undefined
  /** The people in the drawer or the picker. */
  people: PeopleState
  notice?: Notice<NoticeKey>
}

export const initialGroups: GroupsState = {
  list: emptyList(),
  roles: [],
  canCount: true,
  dialog: null,
  saving: false,
  people: NO_PEOPLE,
}

/** Dark enough for white text and light enough to tell apart on both schemes. */
export const GROUP_COLORS = [
  ['#2563eb', 'color1'],
  ['#0d9488', 'color2'],
  ['#16a34a', 'color3'],
  ['#d97706', 'color4'],
  ['#dc2626', 'color5'],
  ['#db2777', 'color6'],
  ['#7c3aed', 'color7'],
  ['#64748b', 'color8'],
] as const

type Transition = (state: GroupsState) => GroupsState

export const openDialog =
  (dialog: GroupsDialog): Transition =>
  (state) => ({ ...state, dialog, saving: false, formError: undefined, people: NO_PEOPLE })

export const closeDialog: Transition = (state) =>
  state.saving ? state : { ...state, dialog: null, formError: undefined, people: NO_PEOPLE }

export const noticed =
  (key: NoticeKey, values: Notice<NoticeKey>['values'] = {}, undo?: string): Transition =>
  (state) => ({ ...state, notice: { seq: (state.notice?.seq ?? 0) + 1, key, values, undo } })

export const patchGroup =
  (id: string, patch: Partial<ListedGroup>): Transition =>
  (state) => ({
    ...state,
    list: { ...state.list, rows: state.list.rows.map((row) => (row.id === id ? { ...row, ...patch } : row)) },
  })

export const isManagedHere = (group: Pick<Group, 'managedBy'>): boolean => group.managedBy !== 'scim2'

export const draftOf = (group: ListedGroup | undefined): GroupDraft => ({
  name: group?.name ?? '',
  color: group?.color ?? GROUP_COLORS[0][0],
  description: group?.description ?? '',
  roleIds: group?.roles?.map(({ id }) => id) ?? [],
  people: [],
})

/** `group`: its people. */
const LINKED = ['group', 'new', 'edit', 'add', 'delete', 'settings'] as const

/** What a deep link says: the list, and the dialog that is open. */
export interface GroupsAddress {
  query: ListQuery
  dialog: LinkedDialog<(typeof LINKED)[number]> | undefined
}

export const groupsAddressFrom = (search: string): GroupsAddress => {
  const params = new URLSearchParams(search)
  return { query: listQueryFrom(params), dialog: linkedDialogFrom(params, LINKED) }
}

export const writeGroupsAddress = ({ query, dialog }: GroupsAddress): string => {
  const params = new URLSearchParams()
  writeListQuery(query, params)
  writeLinkedDialog(dialog, params)
  return params.toString()
}

const linkOf = (dialog: GroupsDialog): GroupsAddress['dialog'] => {
  if (dialog.kind === 'settings') return { name: 'settings', id: '' }
  const id = dialog.group?.id ?? ''
  if (dialog.kind === 'members') return { name: dialog.isAdding ? 'add' : 'group', id }
  return { name: dialog.group ? dialog.kind : 'new', id }
}

export const addressOfGroups = ({ list, dialog }: GroupsState): string =>
  writeGroupsAddress({ query: list.query, dialog: dialog ? linkOf(dialog) : undefined })
