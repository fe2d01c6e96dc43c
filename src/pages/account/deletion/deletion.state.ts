import type { TenantDeletion } from '../../../contract/accounts.ts'
import type { FeatureProps } from '../../../feature/define.ts'
import { IDLE, type Progress } from '../../../parts/failure/failure.ts'
import { type Notice, nextNotice } from '../../../parts/notices/use-notice.ts'
import type { DeletionTexts } from './deletion.messages.ts'

type DeletionNotice = 'canceled'

type DeletionDialog = { kind: 'deleteAccount' } | { kind: 'keepAccount' }

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

export interface DeletionActions {
  load(): Promise<void>
  open(dialog: DeletionDialog): void
  close(): void
  deleteAccount(name: string, password: string): Promise<void>
  keepAccount(): Promise<void>
}

export interface DeletionViewProps extends FeatureProps<DeletionState, DeletionActions, DeletionTexts> {
  /** Name of the account. */
  name: string
  failures: Readonly<Record<'page' | 'dialog', string | undefined>>
}
