import type { VouchedTokens } from '../../../contract/guarantees.ts'
import type { OwnMembership, SelfService, SocialAccount } from '../../../contract/me.ts'
import type { FeatureProps } from '../../../feature/define.ts'
import { IDLE, type Progress } from '../../../parts/failure/failure.ts'
import { type Notice, nextNotice } from '../../../parts/notices/use-notice.ts'
import type { SocialWay } from '../../../parts/social/social.state.ts'
import type { SelfServiceTexts } from './self-service.messages.ts'

export type SelfServiceNotice = 'emailChanged' | 'unlinked' | 'left' | 'unavailable'

export type SelfServiceDialog =
  | { kind: 'changeEmail' }
  | { kind: 'emailCode'; email: string; token: string }
  | { kind: 'unlink'; account: SocialAccount }
  | { kind: 'leave'; membership: OwnMembership }
  | { kind: 'deleteUser' }

export interface SelfServiceState {
  /** `absent`: the backend lacks the calls. */
  phase: 'loading' | 'ready' | 'failed' | 'absent'
  failure: Progress
  facts?: SelfService
  /** Providers that the vendor offers. */
  ways: readonly SocialWay[]
  dialog: SelfServiceDialog | null
  dialogWork: Progress
  /** Tokens that stop working when the user leaves the account of the open dialog; absent while loading. */
  vouched?: VouchedTokens
  /** Progress of the redirect to a provider. */
  linking: Progress
  notice?: Notice<SelfServiceNotice>
}

export const initialSelfService: SelfServiceState = {
  phase: 'loading',
  failure: IDLE,
  ways: [],
  dialog: null,
  dialogWork: IDLE,
  linking: IDLE,
}

type Transition = (state: SelfServiceState) => SelfServiceState

export const opened =
  (dialog: SelfServiceDialog): Transition =>
  ({ vouched: _ofAnother, ...state }) => ({ ...state, dialog, dialogWork: IDLE })

/** Closes the dialog, unless a task is running. */
export const closed: Transition = (state) =>
  state.dialogWork.kind === 'busy' ? state : { ...state, dialog: null, dialogWork: IDLE }

export const done =
  (key?: SelfServiceNotice): Transition =>
  (state) => ({
    ...state,
    dialog: null,
    dialogWork: IDLE,
    ...(key && { notice: nextNotice(state.notice, key) }),
  })

/** Returns the providers to which the user has linked no account yet. */
export const unlinkedWays = ({ ways, facts }: Pick<SelfServiceState, 'ways' | 'facts'>): SocialWay[] =>
  ways.filter(({ id }) => !facts?.socialAccounts.some(({ provider }) => provider === id))

export interface SelfServiceActions {
  load(): Promise<void>
  open(dialog: SelfServiceDialog): void
  close(): void
  /** Called when the chunk of the dialogs failed to load. */
  dialogsMissing(): void
  startEmailChange(email: string, password: string): Promise<void>
  verifyEmail(code: string): Promise<boolean>
  link(way: SocialWay): Promise<void>
  unlink(): Promise<void>
  leave(): Promise<void>
  deleteUser(email: string, password: string): Promise<void>
}

export interface SelfServiceViewProps extends FeatureProps<SelfServiceState, SelfServiceActions, SelfServiceTexts> {
  email: string
  failures: Readonly<Record<'page' | 'dialog' | 'linking', string | undefined>>
}
