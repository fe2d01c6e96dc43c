import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../../parts/failure/failure.ts'

export type ForgotState =
  | { step: 'forgotPassword'; email: string; progress: Progress }
  | { step: 'success'; email: string }

export type ForgotEvent =
  | { type: 'submitted'; email: string }
  | { type: 'sent' }
  | { type: 'failed'; failure: Failure }
  | { type: 'otherEmailWanted' }

export const initialForgot: ForgotState = { step: 'forgotPassword', email: '', progress: IDLE }

export const forgotPasswordTransition = (state: ForgotState, event: ForgotEvent): ForgotState => {
  switch (state.step) {
    case 'forgotPassword':
      if (event.type === 'submitted') return { step: 'forgotPassword', email: event.email, progress: BUSY }
      if (event.type === 'sent') return { step: 'success', email: state.email }
      return event.type === 'failed' ? { ...state, progress: failedWith(event.failure) } : state
    case 'success':
      return event.type === 'otherEmailWanted' ? { ...initialForgot, email: state.email } : state
    default:
      return state satisfies never
  }
}
