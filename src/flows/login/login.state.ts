import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../../parts/failure/failure.ts'

interface Common {
  email: string
  progress: Progress
}

/** The steps of seed 000 §2 that can be reached today; a new step is a member here, a case below and a view. */
export type LoginState =
  | ({ step: 'preLogin' } & Common)
  | ({ step: 'loginWithPassword' } & Common)
  | ({ step: 'redirectToSSO'; address: string } & Common)
  | ({ step: 'loginWithTwoFactor' } & Common)
  | ({ step: 'forceTwoFactor' } & Common)
  | ({ step: 'success' } & Common)

export type LoginEvent =
  | { type: 'emailSubmitted'; email: string }
  | { type: 'ssoFound'; address: string }
  | { type: 'passwordWanted' }
  | { type: 'passwordSubmitted' }
  | { type: 'mfaRequired'; enrolled: boolean }
  | { type: 'signedIn' }
  | { type: 'failed'; failure: Failure }
  | { type: 'emailChangeWanted' }
  | { type: 'restarted' }

export const initialLogin: LoginState = { step: 'preLogin', email: '', progress: IDLE }

const isBusy = (state: LoginState): boolean => state.progress.kind === 'busy'

const atEmail = (state: LoginState, event: LoginEvent): LoginState => {
  if (event.type === 'emailSubmitted') return { step: 'preLogin', email: event.email, progress: BUSY }
  if (!isBusy(state)) return state
  if (event.type === 'ssoFound') {
    return { step: 'redirectToSSO', address: event.address, email: state.email, progress: BUSY }
  }
  if (event.type === 'passwordWanted') return { step: 'loginWithPassword', email: state.email, progress: IDLE }
  return state
}

const atPassword = (state: LoginState, event: LoginEvent): LoginState => {
  if (event.type === 'passwordSubmitted') return { ...state, progress: BUSY }
  if (event.type === 'emailChangeWanted' && !isBusy(state)) return { ...initialLogin, email: state.email }
  if (event.type !== 'mfaRequired' || !isBusy(state)) return state
  // Flows §5: somebody without a factor must enrol one first.
  return { step: event.enrolled ? 'loginWithTwoFactor' : 'forceTwoFactor', email: state.email, progress: IDLE }
}

/** Every rule of the login journey (seed 000 §4, flows §4). An event that means nothing here returns the same state. */
export const transition = (state: LoginState, event: LoginEvent): LoginState => {
  if (event.type === 'signedIn') return { step: 'success', email: state.email, progress: BUSY }
  if (event.type === 'failed') return isBusy(state) ? { ...state, progress: failedWith(event.failure) } : state
  switch (state.step) {
    case 'preLogin':
      return isBusy(state) && event.type === 'emailSubmitted' ? state : atEmail(state, event)
    case 'loginWithPassword':
      return isBusy(state) && event.type === 'passwordSubmitted' ? state : atPassword(state, event)
    case 'redirectToSSO':
      return event.type === 'emailChangeWanted' ? { ...initialLogin, email: state.email } : state
    case 'loginWithTwoFactor':
    case 'forceTwoFactor':
      return event.type === 'emailChangeWanted' ? { ...initialLogin, email: state.email } : state
    case 'success':
      return event.type === 'restarted' ? { ...initialLogin, email: state.email } : state
    default:
      return state satisfies never
  }
}
