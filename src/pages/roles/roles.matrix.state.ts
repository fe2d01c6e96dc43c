import { closeDialog, type Impact, type ListedRole, permissionChange, type RolesState } from './roles.state.ts'

/** What was ticked in the matrix for one role and is not saved yet. */
export interface MatrixDraft {
  role: ListedRole
  permissionIds: readonly string[]
  impact: Impact
}

type Transition = (state: RolesState) => RolesState

export const changeOf = ({ role, permissionIds }: MatrixDraft) => permissionChange(role.permissions, permissionIds)

/** Puts it on or off; a role that is as it was is no change any more. */
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

/** An answer to an older question says nothing of the ticks that came after. */
export const impactTold =
  ({ role, permissionIds }: MatrixDraft, impact: Impact): Transition =>
  (state) => {
    const draft = state.drafts[role.id]
    if (draft?.permissionIds !== permissionIds) return state
    return { ...state, drafts: { ...state.drafts, [role.id]: { ...draft, impact } } }
  }

export const matrixSaving =
  (saving: boolean): Transition =>
  (state) => ({ ...closeDialog(state), saving })
