import type { AuthResponse } from '../../entities/auth.ts'
import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../../parts/failure/failure.ts'

export type SocialLoginState =
  /** Idle until the response in the URL is read, then busy until the API has verified it. */
  | { step: 'postLogin'; progress: Progress }
  | { step: 'secondFactor'; mfaRequest: AuthResponse; isNewUser: boolean; progress: Progress }
  | { step: 'failed'; progress: Progress }
  /** There is no request to complete: this browser didn't start the sign-in, or the provider declined it. */
  | { step: 'notStarted'; reason: 'unknown' | 'denied'; progress: Progress }
  | { step: 'success'; isNewUser: boolean; progress: Progress }

export type SocialLoginEvent =
  | { type: 'submitted' }
  | { type: 'notStarted'; reason: 'unknown' | 'denied' }
  | { type: 'mfaRequired'; mfaRequest: AuthResponse; isNewUser: boolean }
  | { type: 'signedIn'; isNewUser: boolean }
  | { type: 'failed'; failure: Failure }
  /** The user returns to the sign-in page. */
  | { type: 'left' }

export const initialSocialLogin: SocialLoginState = { step: 'postLogin', progress: IDLE }

/** Applies an event to the state of the page that social providers redirect to. */
export const socialLoginTransition = (state: SocialLoginState, event: SocialLoginEvent): SocialLoginState => {
  if (event.type === 'left') return initialSocialLogin
  if (state.step !== 'postLogin' && state.step !== 'secondFactor') return state
  const isBusy = state.progress.kind === 'busy'
  switch (event.type) {
    case 'submitted':
      return isBusy ? state : { ...state, progress: BUSY }
    case 'notStarted':
      if (state.step !== 'postLogin' || isBusy) return state
      return { step: 'notStarted', reason: event.reason, progress: IDLE }
    case 'mfaRequired':
      if (!isBusy) return state
      return { step: 'secondFactor', mfaRequest: event.mfaRequest, isNewUser: event.isNewUser, progress: IDLE }
    case 'signedIn':
      return isBusy ? { step: 'success', isNewUser: event.isNewUser, progress: IDLE } : state
    case 'failed': {
      const progress = failedWith(event.failure)
      if (!isBusy) return state
      return state.step === 'secondFactor' ? { ...state, progress } : { step: 'failed', progress }
    }
    default:
      return event satisfies never
  }
}
