import type { AccessChange } from '../../contract/guarantees.ts'
import type { RoleImpact, RoleRow } from '../../contract/roles.ts'
import type { Permission, PermissionCategory, Role } from '../../entities/team.ts'
import type { AccessCheckState } from '../../parts/access-check/check-access-changes.ts'
import { type Change, closeDialog, PAGE_AT_START, type PageState } from '../../parts/page-kit/page-state.ts'
import type { PageUrl } from '../../parts/page-kit/page-url.ts'
import {
  emptyList,
  type ListQuery,
  type ListState,
  listPatched,
  listQuery,
} from '../../parts/record-list/list-state.ts'
import { NO_USERS, type UsersFound } from '../../parts/user-picker/user-search.ts'

/** Unsaved changes of one role in the matrix. */
export interface MatrixDraft {
  role: ListedRole
  permissionIds: readonly string[]
  impact: Impact
}

/** A role of the list; an older backend doesn't count its members. */
export type ListedRole = Role & Partial<Pick<RoleRow, 'userCount'>>

/** The number of users that a change affects; `none` without changes, or if the backend can't count. */
export type Impact =
  | { phase: 'none' }
  | { phase: 'loading' }
  | { phase: 'failed'; error: string }
  | { phase: 'ready'; result: RoleImpact }

export type RolesAbility = 'create' | 'edit' | 'remove' | 'seeUsers'
export type RolesTab = 'roles' | 'matrix'

export interface RoleDraft {
  name: string
  key: string
  description: string
  isDefault: boolean
  permissionIds: readonly string[]
}

export type RolesDialog =
  /** `isDefault` is what a user has chosen outside of the dialog. */
  | { kind: 'edit'; role?: ListedRole; copyOf?: ListedRole; isDefault?: boolean }
  | { kind: 'delete'; role: ListedRole }
  | { kind: 'members'; role: ListedRole }

type RolesNotice = 'created' | 'saved' | 'matrixSaved' | 'deleted' | 'failed' | 'deletionFailed' | 'unavailable'

export interface RolesState extends PageState<RolesAbility, RolesDialog, RolesNotice>, AccessCheckState {
  tab: RolesTab
  list: ListState<ListedRole>
  permissions: readonly Permission[]
  categories: readonly PermissionCategory[]
  impact: Impact
  /** Roles with unsaved changes in the matrix, by id. */
  drafts: Record<string, MatrixDraft>
  /** Members of the role in the drawer. */
  members: UsersFound
}

const query = listQuery(['name', 'createdAt'], { sort: 'name', order: 'ASC' })

export const initialRoles: RolesState = {
  ...PAGE_AT_START,
  tab: 'roles',
  list: emptyList(query.initial),
  permissions: [],
  categories: [],
  impact: { phase: 'none' },
  drafts: {},
  members: NO_USERS,
}

/** Returns whether this backend counts users; the call is an addition to the API. */
export const canCount = ({ missing }: Pick<RolesState, 'missing'>): boolean => !missing.includes('listRoles')

export const replaceRole =
  (role: Role): Change<RolesState> =>
  (state) => ({ ...state, list: listPatched<ListedRole, ListQuery>(state.list, role.id, role) })

export const isBuiltIn = (role: Pick<Role, 'tenantId'>): boolean => !role.tenantId

export const EMPTY_ROLE: RoleDraft = { name: '', key: '', description: '', isDefault: false, permissionIds: [] }

export const draftOf = (role: Role): RoleDraft => ({
  name: role.name,
  key: role.key,
  description: role.description ?? '',
  isDefault: role.isDefault,
  permissionIds: role.permissions,
})

/** Returns the key suggested for a name. */
export const keyFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)

export const isKey = (key: string): boolean => /^[\w.:-]+$/.test(key)

interface PermissionChange {
  added: readonly string[]
  removed: readonly string[]
}

export const permissionChange = (before: readonly string[], after: readonly string[]): PermissionChange => ({
  added: after.filter((id) => !before.includes(id)),
  removed: before.filter((id) => !after.includes(id)),
})

/** Returns the change of a role's permissions and of whether it is a default role, for the check before it is saved. */
export const changesTo = (
  role: Role,
  permissionIds: readonly string[],
  isDefault: boolean = role.isDefault,
): AccessChange[] => {
  const { added, removed } = permissionChange(role.permissions, permissionIds)
  const isSwitched = isDefault !== role.isDefault
  if (added.length + removed.length === 0 && !isSwitched) return []
  // An older backend takes a change without permissions for a deletion.
  return [{ kind: 'role', id: role.id, permissionIds: [...permissionIds], ...(isSwitched && { isDefault }) }]
}

interface RolesPlace {
  query: ListQuery
  tab: RolesTab
}

const linkOf = (dialog: RolesDialog) => {
  if (dialog.kind === 'members') return { name: 'holders', id: dialog.role.id }
  if (dialog.kind === 'delete') return { name: 'delete', id: dialog.role.id }
  if (dialog.role) return { name: 'role', id: dialog.role.id }
  return dialog.copyOf ? { name: 'copy', id: dialog.copyOf.id } : { name: 'new', id: '' }
}

export const rolesUrl: PageUrl<RolesState, RolesPlace> = {
  place: {
    read: (params) => ({ query: query.read(params), tab: params.get('tab') === 'matrix' ? 'matrix' : 'roles' }),
    write: (place, params) => {
      query.write(place.query, params)
      if (place.tab === 'matrix') params.set('tab', place.tab)
    },
  },
  placeOf: ({ list, tab }) => ({ query: list.query, tab }),
  linkOf,
}

type Transition = Change<RolesState>

export const changeOf = ({ role, permissionIds }: MatrixDraft) => permissionChange(role.permissions, permissionIds)

/** Switches a permission. A role that is back at its saved permissions has no draft. */
export const togglePermission =
  (role: ListedRole, permissionId: string): Transition =>
  (state) => {
    const { [role.id]: old, ...others } = state.drafts
    const before = old?.permissionIds ?? role.permissions
    const permissionIds = before.includes(permissionId)
      ? before.filter((id) => id !== permissionId)
      : [...before, permissionId]
    const draft: MatrixDraft = { role: old?.role ?? role, permissionIds, impact: { phase: 'loading' } }
    const { added, removed } = changeOf(draft)
    return { ...state, drafts: added.length + removed.length > 0 ? { ...others, [role.id]: draft } : others }
  }

export const discardDrafts: Transition = (state) => ({ ...state, drafts: {} })

export const draftSaved =
  (roleId: string): Transition =>
  (state) => {
    const { [roleId]: _, ...drafts } = state.drafts
    return { ...state, drafts }
  }

/** Stores the count of affected users, unless the draft has changed since it was requested. */
export const impactLoaded =
  ({ role, permissionIds }: MatrixDraft, impact: Impact): Transition =>
  (state) => {
    const draft = state.drafts[role.id]
    if (draft?.permissionIds !== permissionIds) return state
    return { ...state, drafts: { ...state.drafts, [role.id]: { ...draft, impact } } }
  }

export const matrixSaving =
  (saving: boolean): Transition =>
  (state) => ({ ...closeDialog(state), saving })
