import type { AuthResponse } from '../../entities/auth.ts'
import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../../parts/failure/failure.ts'

export type MagicLinkState =
  | { step: 'ready'; progress: Progress }
  | { step: 'secondFactor'; mfaRequest: AuthResponse; progress: Progress }
  | { step: 'success'; progress: Progress }

export type MagicLinkEvent =
  | { type: 'submitted' }
  | { type: 'mfaRequired'; mfaRequest: AuthResponse }
  | { type: 'signedIn' }
  | { type: 'failed'; failure: Failure }

export const initialMagicLink: MagicLinkState = { step: 'ready', progress: IDLE }

/** Applies an event to the state of the magic-link page. */
export const magicLinkTransition = (state: MagicLinkState, event: MagicLinkEvent): MagicLinkState => {
  if (state.step === 'success') return state
  if (event.type === 'signedIn') return { step: 'success', progress: IDLE }
  const isBusy = state.progress.kind === 'busy'
  if (event.type === 'submitted') return isBusy ? state : { ...state, progress: BUSY }
  if (!isBusy) return state
  if (event.type === 'failed') return { ...state, progress: failedWith(event.failure) }
  return { step: 'secondFactor', mfaRequest: event.mfaRequest, progress: IDLE }
}
