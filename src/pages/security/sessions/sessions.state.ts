import type { SessionConfig } from '../../../entities/policies.ts'
import { IDLE, type Progress } from '../../../parts/failure/failure.ts'
import { PAGE_AT_START, type PageState } from '../../../parts/page-kit/page-state.ts'
import { GUARD_AT_REST, type GuardState } from '../../../parts/policy-guard/guard.state.ts'
import type { SecurityAbility } from '../security.state.ts'
import { isChanged, type SessionsDraft, toDraft } from './sessions.draft.ts'

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
