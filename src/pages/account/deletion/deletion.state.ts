import type { TenantDeletion } from '../../../contract/accounts.ts'
import { IDLE, type Progress } from '../../../parts/failure/failure.ts'
import { type Notice, nextNotice } from '../../../parts/notices/use-notice.ts'

type DeletionNotice = 'canceled'

export type DeletionDialog = { kind: 'deleteAccount' } | { kind: 'keepAccount' }

export interface DeletionState {
  /** `hidden`: the user may not delete the account, or the backend lacks the calls. */
  phase: 'loading' | 'ready' | 'failed' | 'hidden'
  failure: Progress
  deletion?: TenantDeletion
  /** Whether the server requires the user's password. */
  asksPassword: boolean
  dialog: DeletionDialog | null
  dialogWork: Progress
  notice?: Notice<DeletionNotice>
}

export const initialDeletion: DeletionState = {
  phase: 'loading',
  failure: IDLE,
  asksPassword: false,
  dialog: null,
  dialogWork: IDLE,
}

type Transition = (state: DeletionState) => DeletionState

export const opened =
  (dialog: DeletionDialog): Transition =>
  (state) => ({ ...state, dialog, dialogWork: IDLE })

/** Closes the dialog, unless a task is running. */
export const closed: Transition = (state) =>
  state.dialogWork.kind === 'busy' ? state : { ...state, dialog: null, dialogWork: IDLE }

export const noticed =
  (key: DeletionNotice): Transition =>
  (state) => ({ ...state, dialog: null, dialogWork: IDLE, notice: nextNotice(state.notice, key) })

export const changed =
  (deletion: TenantDeletion): Transition =>
  (state) => ({ ...state, deletion, dialog: null, dialogWork: IDLE })
