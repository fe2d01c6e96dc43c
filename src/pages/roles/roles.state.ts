import type { RoleImpact, RoleRow } from '../../contract/additions.ts'
import type { Permission, PermissionCategory, Role } from '../../entities/team.ts'
import { NO_PEOPLE, type PeopleState } from '../../parts/people-picker/people-search.ts'
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
import type { MatrixDraft } from './roles.matrix.state.ts'

export type Ability = 'create' | 'edit' | 'remove' | 'seePeople'
export type RolesTab = 'roles' | 'matrix'

/** A role as the list has it; an older backend does not count its people. */
export type ListedRole = Role & Partial<Pick<RoleRow, 'userCount'>>

export interface RoleDraft {
  name: string
  key: string
  description: string
  isDefault: boolean
  permissionIds: readonly string[]
}

/** How many people a change concerns; `none` while there is no question or no answer to be had. */
export type Impact =
  | { phase: 'none' }
  | { phase: 'loading' }
  | { phase: 'failed'; error: string }
  | { phase: 'ready'; answer: RoleImpact }

export type RolesDialog =
  | { kind: 'edit'; role?: ListedRole; copyOf?: ListedRole }
  | { kind: 'delete'; role: ListedRole }
  | { kind: 'holders'; role: ListedRole }

export type NoticeKey = 'created' | 'saved' | 'matrixSaved' | 'deleted' | 'failed' | 'unavailable'

export interface RolesState {
  viewer?: Viewer<Ability>
  tab: RolesTab
  list: ListState<ListedRole>
  permissions: readonly Permission[]
  categories: readonly PermissionCategory[]
  /** Whether this backend counts people, by the calls that the wire lacks. */
  canCount: boolean
  dialog: RolesDialog | null
  saving: boolean
  /** What the server said to the form. */
  formError?: string | undefined
  impact: Impact
  /** Roles changed in the matrix and not saved yet, by id. */
  drafts: Readonly<Record<string, MatrixDraft>>
  holders: PeopleState
  notice?: Notice<NoticeKey>
}

export const initialRoles: RolesState = {
  tab: 'roles',
  list: emptyList(),
  permissions: [],
  categories: [],
  canCount: true,
  dialog: null,
  saving: false,
  impact: { phase: 'none' },
  drafts: {},
  holders: NO_PEOPLE,
}

type Transition = (state: RolesState) => RolesState

export const openDialog =
  (dialog: RolesDialog): Transition =>
  (state) => ({ ...state, dialog, saving: false, formError: undefined, impact: { phase: 'none' }, holders: NO_PEOPLE })

export const closeDialog: Transition = (state) =>
  state.saving ? state : { ...state, dialog: null, formError: undefined, impact: { phase: 'none' } }

export const noticed =
  (key: NoticeKey, values: Notice<NoticeKey>['values'] = {}, undo?: string): Transition =>
  (state) => ({ ...state, notice: { seq: (state.notice?.seq ?? 0) + 1, key, values, undo } })

export const replaceRole =
  (role: Role): Transition =>
  (state) => ({
    ...state,
    list: { ...state.list, rows: state.list.rows.map((row) => (row.id === role.id ? { ...row, ...role } : row)) },
  })

export const isBuiltIn = (role: Pick<Role, 'tenantId'>): boolean => !role.tenantId

export const EMPTY_ROLE: RoleDraft = { name: '', key: '', description: '', isDefault: false, permissionIds: [] }

export const draftOf = (role: Role): RoleDraft => ({
  name: role.name,
  key: role.key,
  description: role.description ?? '',
  isDefault: role.isDefault,
  permissionIds: role.permissions,
})

/** A key that follows the name until somebody writes one. */
export const keyFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)

export const isKey = (key: string): boolean => /^[\w.:-]+$/.test(key)

export interface PermissionChange {
  added: readonly string[]
  removed: readonly string[]
}

export const permissionChange = (before: readonly string[], after: readonly string[]): PermissionChange => ({
  added: after.filter((id) => !before.includes(id)),
  removed: before.filter((id) => !after.includes(id)),
})

/** `role`: its own dialog; `copy`: a new one like it. */
const LINKED = ['role', 'new', 'copy', 'holders', 'delete'] as const

/** What a deep link says: the list, the tab, and the dialog that is open. */
export interface RolesAddress {
  query: ListQuery
  tab: RolesTab
  dialog: LinkedDialog<(typeof LINKED)[number]> | undefined
}

export const rolesAddressFrom = (search: string): RolesAddress => {
  const params = new URLSearchParams(search)
  return {
    query: listQueryFrom(params),
    tab: params.get('tab') === 'matrix' ? 'matrix' : 'roles',
    dialog: linkedDialogFrom(params, LINKED),
  }
}

export const writeRolesAddress = ({ query, tab, dialog }: RolesAddress): string => {
  const params = new URLSearchParams()
  writeListQuery(query, params)
  if (tab === 'matrix') params.set('tab', tab)
  writeLinkedDialog(dialog, params)
  return params.toString()
}

const linkOf = (dialog: RolesDialog): RolesAddress['dialog'] => {
  if (dialog.kind !== 'edit') return { name: dialog.kind, id: dialog.role.id }
  if (dialog.role) return { name: 'role', id: dialog.role.id }
  return dialog.copyOf ? { name: 'copy', id: dialog.copyOf.id } : { name: 'new', id: '' }
}

export const addressOfRoles = ({ list, tab, dialog }: RolesState): string =>
  writeRolesAddress({ query: list.query, tab, dialog: dialog ? linkOf(dialog) : undefined })
