import { BUSY, failedWith, IDLE } from '../../../parts/failure/failure.ts'
import { type EntryEvent, entryTransition, type LoginEvent, type LoginState } from '../login.state.ts'

const CODE_STEPS = { Code: 'loginWithOtc', SmsCode: 'loginWithSmsOtc', MagicLink: 'magicLinkPreLoginSuccess' } as const

const ENTRY_EVENTS: readonly LoginEvent['type'][] = ['emailSubmitted', 'resumed', 'restarted', 'unavailable']

const isEntryEvent = (event: LoginEvent): event is EntryEvent => ENTRY_EVENTS.includes(event.type)

const isBusy = (state: LoginState): boolean => state.progress.kind === 'busy'

export const requiresSso = ({ progress }: Pick<LoginState, 'progress'>): boolean =>
  progress.kind === 'failed' && progress.failure.kind === 'refused' && progress.failure.ssoRequired === true

const start = ({ email }: LoginState): LoginState => ({ step: 'preLogin', email, progress: IDLE })

const atIdleEmail = (state: LoginState, event: LoginEvent): LoginState => {
  const { email } = state
  if (event.type === 'passkeyChosen') return { step: 'loginWithPasskey', email, progress: BUSY }
  if (event.type !== 'quickCodeSent') return state
  const { userId, phoneNumber, at } = event
  return { step: 'loginWithQuickSmsOtc', userId, phoneNumber, at, email, progress: IDLE }
}

const atEmail = (state: LoginState, event: LoginEvent): LoginState => {
  const { email } = state
  if (!isBusy(state)) return atIdleEmail(state, event)
  if (event.type === 'ssoFound') return { step: 'redirectToSSO', url: event.url, email, progress: BUSY }
  if (event.type === 'passwordWanted') return { step: 'loginWithPassword', email, progress: IDLE }
  if (event.type === 'handedOver') return start(state)
  if (event.type !== 'codeSent') return state
  const { strategy, phoneNumber, at } = event
  return { step: CODE_STEPS[strategy], phoneNumber, at, email, progress: IDLE }
}

const codeSentAgain = (state: LoginState, event: LoginEvent): LoginState => {
  if (event.type === 'quickCodeSent' && state.step === 'loginWithQuickSmsOtc') {
    return { ...state, at: event.at, progress: IDLE }
  }
  const isCodeStep = 'at' in state && event.type === 'codeSent' && CODE_STEPS[event.strategy] === state.step
  return isCodeStep ? { ...state, at: event.at, progress: IDLE } : state
}

/** A signed-in user may be offered an easier sign-in method. */
const atSuccess = (state: LoginState, event: LoginEvent): LoginState => {
  if (event.type === 'passkeyOffered') return { step: 'promptPasskeys', email: state.email, progress: BUSY }
  if (event.type !== 'quickLoginOffered') return state
  return { step: 'registerQuickLogin', strategy: event.strategy, email: state.email, progress: BUSY }
}

/** Handles the response to a sign-in on any of its steps. */
const atResponse = (state: LoginState, event: LoginEvent): LoginState => {
  if (event.type === 'breached') return { step: 'breachedPassword', email: state.email, progress: IDLE }
  if (event.type === 'codeSent' || event.type === 'quickCodeSent') return codeSentAgain(state, event)
  if (event.type === 'checked') return 'at' in state ? { ...state, progress: IDLE } : state
  if (event.type !== 'mfaRequired') return atSuccess(state, event)
  // A user without a factor must enroll one first.
  const step = event.mfaRequest.mfaEnrolled === false ? 'forceTwoFactor' : 'loginWithTwoFactor'
  return { step, mfaRequest: event.mfaRequest, email: state.email, progress: IDLE }
}

const atSignIn = (state: LoginState, event: LoginEvent): LoginState => {
  if (isBusy(state)) return atResponse(state, event)
  if (event.type === 'submitted') return { ...state, progress: BUSY }
  if (event.type === 'emailChangeWanted') return start(state)
  if (event.type === 'ssoWanted') return requiresSso(state) ? { ...start(state), progress: BUSY } : state
  const isFactor = state.step === 'loginWithTwoFactor'
  return isFactor && event.type === 'recovered' ? { ...start(state), step: 'preLogin', notice: 'recovered' } : state
}

const atBreached = (state: LoginState, event: LoginEvent): LoginState => {
  if (event.type === 'emailChangeWanted') return isBusy(state) ? state : start(state)
  if (state.step !== 'breachedPassword') return state
  if (event.type === 'submitted') return isBusy(state) ? state : { ...state, progress: BUSY }
  if (event.type !== 'resetSent' || !isBusy(state)) return state
  return { step: 'breachedPasswordSuccess', email: state.email, progress: IDLE }
}

/** A refused passkey returns to the first step, with the error. */
const atPasskey = (state: LoginState, event: LoginEvent): LoginState =>
  event.type === 'failed' ? { ...start(state), progress: failedWith(event.failure) } : atResponse(state, event)

const done = ({ email }: LoginState): LoginState => ({ step: 'success', email, progress: BUSY })

const atOffer = (state: LoginState, event: LoginEvent): LoginState => (event.type === 'offerOver' ? done(state) : state)

/** Applies an event to the state of the login. An event that doesn't apply returns the same state. */
export const signInTransition = (state: LoginState, event: LoginEvent): LoginState => {
  if (isEntryEvent(event)) return entryTransition(state, event)
  if (event.type === 'signedIn') return done(state)
  if (state.step === 'loginWithPasskey') return atPasskey(state, event)
  if (state.step === 'promptPasskeys' || state.step === 'registerQuickLogin') return atOffer(state, event)
  if (event.type === 'failed') return isBusy(state) ? { ...state, progress: failedWith(event.failure) } : state
  switch (state.step) {
    case 'preLogin':
      return atEmail(state, event)
    case 'loginWithPassword':
    case 'loginWithOtc':
    case 'loginWithSmsOtc':
    case 'loginWithQuickSmsOtc':
    case 'magicLinkPreLoginSuccess':
    case 'loginWithTwoFactor':
    case 'forceTwoFactor':
      return atSignIn(state, event)
    case 'breachedPassword':
    case 'breachedPasswordSuccess':
      return atBreached(state, event)
    case 'redirectToSSO':
      return event.type === 'emailChangeWanted' ? start(state) : state
    case 'success':
      return atSuccess(state, event)
    default:
      return state satisfies never
  }
}
