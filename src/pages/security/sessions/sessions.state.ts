import type { SessionConfig } from '../../../entities/policies.ts'
import { IDLE, type Progress } from '../../../parts/failure/failure.ts'
import { PAGE_AT_START, type PageState } from '../../../parts/page-kit/page-state.ts'
import type { GuardActions } from '../../../parts/policy-guard/guard.slice.ts'
import { GUARD_AT_REST, type GuardState } from '../../../parts/policy-guard/guard.state.ts'
import { type PolicyRange, SESSION_SECONDS, SESSIONS_PER_USER } from '../../../rules/policy-limits.ts'
import { isIn, secondsOf, type TypedTime, toTypedTime, wholeNumberOf } from '../form/amount-fields.tsx'
import type { SecurityAbility } from '../security.state.ts'

export interface TimeLimitDraft {
  isActive: boolean
  time: TypedTime
}

export interface SessionsDraft {
  idle: TimeLimitDraft
  reLogin: TimeLimitDraft
  concurrent: { isActive: boolean; count: string }
}

export type SessionsField = keyof SessionsDraft

/** All limits, including those that a backend may leave out. */
type Limits = Required<SessionConfig>

const DEFAULTS: Limits = {
  sessionTimeoutConfiguration: { isActive: false, timeout: 7_776_000 },
  sessionIdleTimeoutConfiguration: { isActive: false, timeout: 3_600 },
  sessionConcurrentConfiguration: { isActive: false, maxSessions: 10 },
}

export const limitsOf = (config: SessionConfig): Limits => ({
  sessionTimeoutConfiguration: { ...DEFAULTS.sessionTimeoutConfiguration, ...config.sessionTimeoutConfiguration },
  sessionIdleTimeoutConfiguration: {
    ...DEFAULTS.sessionIdleTimeoutConfiguration,
    ...config.sessionIdleTimeoutConfiguration,
  },
  sessionConcurrentConfiguration: {
    ...DEFAULTS.sessionConcurrentConfiguration,
    ...config.sessionConcurrentConfiguration,
  },
})

export const toDraft = (config: SessionConfig): SessionsDraft => {
  const limits = limitsOf(config)
  const { sessionTimeoutConfiguration: reLogin, sessionIdleTimeoutConfiguration: idle } = limits
  const { isActive, maxSessions } = limits.sessionConcurrentConfiguration
  return {
    idle: { isActive: idle.isActive, time: toTypedTime(idle.timeout) },
    reLogin: { isActive: reLogin.isActive, time: toTypedTime(reLogin.timeout) },
    concurrent: { isActive, count: String(maxSessions) },
  }
}

/** Returns the typed number, or the stored one if it is invalid, which keeps the number of a limit that is off. */
const numberIn = (range: PolicyRange, typed: number | undefined, stored: number): number =>
  isIn(range, typed) ? typed : stored

export const toConfig = (draft: SessionsDraft, stored: Limits): Limits => ({
  sessionTimeoutConfiguration: {
    isActive: draft.reLogin.isActive,
    timeout: numberIn(SESSION_SECONDS, secondsOf(draft.reLogin.time), stored.sessionTimeoutConfiguration.timeout),
  },
  sessionIdleTimeoutConfiguration: {
    isActive: draft.idle.isActive,
    timeout: numberIn(SESSION_SECONDS, secondsOf(draft.idle.time), stored.sessionIdleTimeoutConfiguration.timeout),
  },
  sessionConcurrentConfiguration: {
    isActive: draft.concurrent.isActive,
    maxSessions: numberIn(
      SESSIONS_PER_USER,
      wholeNumberOf(draft.concurrent.count),
      stored.sessionConcurrentConfiguration.maxSessions,
    ),
  },
})

/** Returns the fields whose numbers can't be saved. */
export const invalidFields = ({ idle, reLogin, concurrent }: SessionsDraft): readonly SessionsField[] => [
  ...(idle.isActive && !isIn(SESSION_SECONDS, secondsOf(idle.time)) ? (['idle'] as const) : []),
  ...(reLogin.isActive && !isIn(SESSION_SECONDS, secondsOf(reLogin.time)) ? (['reLogin'] as const) : []),
  ...(concurrent.isActive && !isIn(SESSIONS_PER_USER, wholeNumberOf(concurrent.count))
    ? (['concurrent'] as const)
    : []),
]

const isChanged = (draft: SessionsDraft, config: SessionConfig): boolean =>
  invalidFields(draft).length > 0 ||
  JSON.stringify(toConfig(draft, limitsOf(config))) !==
    JSON.stringify(limitsOf(toConfig(toDraft(config), limitsOf(config))))

type SessionsNotice = 'saved'

export interface SessionsState extends PageState<SecurityAbility, never, SessionsNotice> {
  phase: 'loading' | 'ready' | 'failed'
  failure: Progress
  stored?: SessionConfig
  draft: SessionsDraft
  guard: GuardState
}

export const initialSessions: SessionsState = {
  ...PAGE_AT_START,
  phase: 'loading',
  failure: IDLE,
  draft: toDraft({}),
  guard: GUARD_AT_REST,
}

type Change = (state: SessionsState) => SessionsState

export const isDirty = ({ stored, draft }: Pick<SessionsState, 'stored' | 'draft'>): boolean =>
  stored !== undefined && isChanged(draft, stored)

export const isBusy = ({ saving, guard }: Pick<SessionsState, 'saving' | 'guard'>): boolean =>
  saving || guard.step !== 'idle'

/** Stores the loaded limits; unsaved changes are kept. */
export const loaded =
  (stored: SessionConfig): Change =>
  (state) => ({
    ...state,
    phase: 'ready',
    failure: IDLE,
    stored,
    draft: isDirty(state) ? state.draft : toDraft(stored),
  })

export const edited =
  (patch: Partial<SessionsDraft>): Change =>
  (state) => ({ ...state, draft: { ...state.draft, ...patch } })

export const saved =
  (stored: SessionConfig): Change =>
  (state) => ({ ...state, stored, draft: toDraft(stored) })

export const discarded: Change = (state) => ({ ...state, draft: toDraft(state.stored ?? {}), formError: undefined })

export interface SessionsActions {
  open(): Promise<void>
  load(): Promise<void>
  edit(patch: Partial<SessionsDraft>): void
  discard(): void
  /** Returns `true` if the limits were saved. */
  save(): Promise<boolean>
  guard: GuardActions
  close(): void
}
