import type { AuthResponse } from '../../entities/auth.ts'
import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../../parts/failure/failure.ts'

/**
 * `denied`: declined by the identity provider. `refused`: the API did not accept the provider's response. `tested`: an
 * administrator tested a connection, which signs no user in.
 */
export type NotStarted = 'unknown' | 'denied' | 'refused' | 'tested'

export type SsoCallbackState =
  /** Idle until the response in the URL is read, then busy until the API has verified it. */
  | { step: 'postLogin'; progress: Progress }
  /** A sign-in that this browser did not start would change the account of the signed-in user. */
  | { step: 'confirmAccountChange'; email: string; progress: Progress }
  | { step: 'loginWithTwoFactor'; mfaRequest: AuthResponse; progress: Progress }
  /** The post-login was refused; the page redirects by itself. */
  | { step: 'loginWithSSOFailed'; progress: Progress }
  /** There is no request to complete: this browser didn't start the sign-in, or it was declined or refused. */
  | { step: 'notStarted'; reason: NotStarted; code?: string; progress: Progress }
  | { step: 'success'; progress: Progress }

export type SsoCallbackEvent =
  | { type: 'submitted' }
  | { type: 'notStarted'; reason: NotStarted; code?: string | undefined }
  | { type: 'accountChangeFound'; email: string }
  | { type: 'mfaRequired'; mfaRequest: AuthResponse }
  | { type: 'signedIn' }
  | { type: 'failed'; failure: Failure }

export const initialSsoCallback: SsoCallbackState = { step: 'postLogin', progress: IDLE }

const failed = (state: SsoCallbackState, failure: Failure): SsoCallbackState => {
  const progress = failedWith(failure)
  // A wrong code can be typed again; a provider's response can be used only once.
  return state.step === 'loginWithTwoFactor' ? { ...state, progress } : { step: 'loginWithSSOFailed', progress }
}

/** Applies an event to the state of the page that identity providers redirect to. */
export const ssoCallbackTransition = (state: SsoCallbackState, event: SsoCallbackEvent): SsoCallbackState => {
  if (state.step === 'confirmAccountChange') {
    return event.type === 'submitted' ? { step: 'postLogin', progress: BUSY } : state
  }
  if (state.step !== 'postLogin' && state.step !== 'loginWithTwoFactor') return state
  const isBusy = state.progress.kind === 'busy'
  switch (event.type) {
    case 'submitted':
      return isBusy ? state : { ...state, progress: BUSY }
    case 'notStarted':
      if (state.step !== 'postLogin' || isBusy) return state
      return { step: 'notStarted', reason: event.reason, ...(event.code && { code: event.code }), progress: IDLE }
    case 'accountChangeFound':
      if (state.step !== 'postLogin' || !isBusy) return state
      return { step: 'confirmAccountChange', email: event.email, progress: IDLE }
    case 'mfaRequired':
      return isBusy ? { step: 'loginWithTwoFactor', mfaRequest: event.mfaRequest, progress: IDLE } : state
    case 'signedIn':
      return isBusy ? { step: 'success', progress: IDLE } : state
    case 'failed':
      return isBusy ? failed(state, event.failure) : state
    default:
      return event satisfies never
  }
}
