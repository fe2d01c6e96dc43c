import type { SessionConfig } from '../../../entities/policies.ts'
import { IDLE, type Progress } from '../../../parts/failure/failure.ts'
import { PAGE_AT_START, type PageState } from '../../../parts/page-kit/page-state.ts'
import type { SecurityAbility } from '../security.state.ts'
import { isChanged, type SessionsDraft, toDraft } from './sessions.draft.ts'

export type SessionsNotice = 'saved'

export interface SessionsState extends PageState<SecurityAbility, never, SessionsNotice> {
  phase: 'loading' | 'ready' | 'failed'
  failure: Progress
  stored?: SessionConfig
  draft: SessionsDraft
}

export const initialSessions: SessionsState = {
  ...PAGE_AT_START,
  phase: 'loading',
  failure: IDLE,
  draft: toDraft({}),
}

type Change = (state: SessionsState) => SessionsState

export const isDirty = ({ stored, draft }: Pick<SessionsState, 'stored' | 'draft'>): boolean =>
  stored !== undefined && isChanged(draft, stored)

/** What was typed stays when the limits are read again. */
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
