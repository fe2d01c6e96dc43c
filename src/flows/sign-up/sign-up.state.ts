import type { AuthResponse } from '../../entities/auth.ts'
import type { PasswordRules } from '../../entities/policies.ts'
import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../../parts/failure/failure.ts'

/** The steps SignUp and SignUpSuccess, and the second factor that some accounts require first. */
export type SignUpState =
  | { stage: 'SignUp'; rules: PasswordRules | null; progress: Progress }
  | { stage: 'SecondFactor'; mfaRequest: AuthResponse; email: string; progress: Progress }
  | { stage: 'SignUpSuccess'; kind: 'activate'; email: string; sentAt: number; progress: Progress }
  | { stage: 'SignUpSuccess'; kind: 'signedIn' | 'signIn'; email: string; progress: Progress }

export type SignUpEvent =
  | { type: 'rulesKnown'; rules: PasswordRules | null }
  | { type: 'submitted' }
  | { type: 'mfaRequired'; mfaRequest: AuthResponse; email: string }
  | { type: 'activationSent'; email: string; at: number }
  | { type: 'done'; email: string; signedIn: boolean }
  | { type: 'failed'; failure: Failure }

export const initialSignUp: SignUpState = { stage: 'SignUp', rules: null, progress: IDLE }

const isBusy = (state: SignUpState): boolean => state.progress.kind === 'busy'

const outcome = (state: SignUpState, event: SignUpEvent): SignUpState => {
  if (event.type === 'failed') return { ...state, progress: failedWith(event.failure) }
  if (event.type === 'activationSent') {
    return { stage: 'SignUpSuccess', kind: 'activate', email: event.email, sentAt: event.at, progress: IDLE }
  }
  if (state.stage === 'SignUpSuccess') return state
  if (event.type === 'done') {
    return { stage: 'SignUpSuccess', kind: event.signedIn ? 'signedIn' : 'signIn', email: event.email, progress: IDLE }
  }
  if (event.type !== 'mfaRequired') return state
  return { stage: 'SecondFactor', mfaRequest: event.mfaRequest, email: event.email, progress: IDLE }
}

/** Applies an event to the state of the sign-up. */
export const signUpTransition = (state: SignUpState, event: SignUpEvent): SignUpState => {
  if (event.type === 'rulesKnown') return state.stage === 'SignUp' ? { ...state, rules: event.rules } : state
  if (isBusy(state)) return outcome(state, event)
  const isOver = state.stage === 'SignUpSuccess' && state.kind !== 'activate'
  return event.type === 'submitted' && !isOver ? { ...state, progress: BUSY } : state
}
