import type { AuthResponse } from '../../entities/auth.ts'
import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../../parts/failure/failure.ts'

/**
 * `denied`: by the identity provider. `refused`: by the API, which did not accept what the provider sent. `tested`: an
 * administrator tried a connection, which signs in no one.
 */
export type NotStarted = 'unknown' | 'denied' | 'refused' | 'tested'

export type SsoCallbackState =
  /** Idle until the response in the URL is read, busy until the API has judged it. */
  | { step: 'postLogin'; progress: Progress }
  /** A sign-in that this browser did not start would change the account of the signed-in user. */
  | { step: 'confirmAccountChange'; email: string; progress: Progress }
  | { step: 'loginWithTwoFactor'; mfaRequest: AuthResponse; progress: Progress }
  /** The post-login was refused; the page goes on by itself. */
  | { step: 'loginWithSSOFailed'; progress: Progress }
  /** Nothing was asked: this browser has not started such a sign-in, or it was declined or refused before. */
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
  // A wrong code is typed again; a response of a provider is good for one try.
  return state.step === 'loginWithTwoFactor' ? { ...state, progress } : { step: 'loginWithSSOFailed', progress }
}

/** Every rule of the page that identity providers lead back to. */
export const transition = (state: SsoCallbackState, event: SsoCallbackEvent): SsoCallbackState => {
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
