import { type Change, closeDialog } from '../../parts/page-kit/page-state.ts'
import { permissionChange, type RolesState } from './roles.state.ts'
import type { Impact, ListedRole, MatrixDraft } from './roles.types.ts'

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
