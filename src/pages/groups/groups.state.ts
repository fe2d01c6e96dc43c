import type { GroupRow } from '../../contract/groups.ts'
import type { AccessChange } from '../../contract/guarantees.ts'
import type { Group, GroupsConfiguration, TeamRole } from '../../entities/team.ts'
import type { AccessCheckState } from '../../parts/access-check/check-access-changes.ts'
import { type Change, PAGE_AT_START, type PageState } from '../../parts/page-kit/page-state.ts'
import type { PageUrl } from '../../parts/page-kit/page-url.ts'
import {
  emptyList,
  type ListQuery,
  type ListState,
  listPatched,
  listQuery,
} from '../../parts/record-list/list-state.ts'
import { type FoundUser, NO_USERS, type UsersFound } from '../../parts/user-picker/user-search.ts'

export type GroupsAbility = 'edit' | 'remove' | 'editRoles' | 'addMembers' | 'removeMembers' | 'seeUsers'

/** A group of the list; an older backend doesn't count its members. */
export type ListedGroup = Group & Partial<Pick<GroupRow, 'userCount' | 'createdAt' | 'directory'>>

export interface GroupDraft {
  name: string
  color: string
  description: string
  roleIds: readonly string[]
  /** Members to add to a new group. */
  members: readonly FoundUser[]
}

export type GroupsDialog =
  | { kind: 'edit'; group?: ListedGroup }
  | { kind: 'members'; group: ListedGroup; isAdding: boolean }
  | { kind: 'delete'; group: ListedGroup }
  | { kind: 'settings' }

type GroupsNotice =
  | 'created'
  | 'saved'
  | 'deleted'
  | 'membersAdded'
  | 'memberRemoved'
  | 'settingsSaved'
  | 'failed'
  | 'deletionFailed'
  | 'unavailable'

export interface GroupsState extends PageState<GroupsAbility, GroupsDialog, GroupsNotice>, AccessCheckState {
  list: ListState<ListedGroup>
  roles: readonly TeamRole[]
  config?: GroupsConfiguration
  /** The backend lacks the configuration, or it couldn't be loaded. */
  isConfigUnknown?: boolean
  /** The users in the drawer or the picker. */
  users: UsersFound
  /** The member whose removal from the group in the drawer waits for a confirmation. */
  leaving?: FoundUser | undefined
  /** IDs of members who are being removed from a group, or whose removal is being checked. */
  removing: readonly string[]
}

const query = listQuery(['name', 'createdAt'], { sort: 'name', order: 'ASC' })

export const initialGroups: GroupsState = {
  ...PAGE_AT_START,
  list: emptyList(query.initial),
  roles: [],
  users: NO_USERS,
  removing: [],
}

/** The colors are dark enough for white text and distinguishable in both color schemes. */
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

export const patchGroup =
  (id: string, patch: Partial<ListedGroup>): Change<GroupsState> =>
  (state) => ({ ...state, list: listPatched(state.list, id, patch) })

export const isManagedHere = (group: Pick<Group, 'managedBy'>): boolean => group.managedBy !== 'scim2'

export const draftOf = (group: ListedGroup | undefined): GroupDraft => ({
  name: group?.name ?? '',
  color: group?.color ?? GROUP_COLORS[0][0],
  description: group?.description ?? '',
  roleIds: group?.roles?.map(({ id }) => id) ?? [],
  members: [],
})

const linkOf = (dialog: GroupsDialog) => {
  if (dialog.kind === 'settings') return { name: 'settings', id: '' }
  const id = dialog.group?.id ?? ''
  if (dialog.kind === 'members') return { name: dialog.isAdding ? 'add' : 'group', id }
  return { name: dialog.group ? dialog.kind : 'new', id }
}

export const groupsUrl: PageUrl<GroupsState, ListQuery> = {
  place: query,
  placeOf: ({ list }) => list.query,
  linkOf,
}

/** Returns the removal of a member from a group, for the check before it; nothing if the group has no roles. */
export const leavingChange = ({ id, roles }: ListedGroup, user: FoundUser): AccessChange[] =>
  roles?.length === 0 ? [] : [{ kind: 'group', id, leavingUserIds: [user.id] }]

/** Returns the change of a group's roles, for the check before it is saved; nothing if it concerns no member. */
export const rolesChange = (group: ListedGroup | undefined, roleIds: readonly string[]): AccessChange[] => {
  const before = draftOf(group).roleIds
  const isChanged = before.length !== roleIds.length || before.some((id) => !roleIds.includes(id))
  return group && group.userCount !== 0 && isChanged ? [{ kind: 'group', id: group.id, roleIds: [...roleIds] }] : []
}
