import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../../parts/failure/failure.ts'

interface Common {
  email: string
  progress: Progress
}

/** `done` lasts until the login page opens and asks for the texted code. */
export type PhoneResetState =
  | ({ step: 'ResetPhoneNumber' } & Common)
  | ({ step: 'VerifyResetPhoneNumber'; resetPhoneNumberToken: string; sentAt: number } & Common)
  | ({ step: 'ChangePhoneNumber'; changePhoneNumberToken: string } & Common)
  | ({ step: 'done' } & Common)

export type PhoneResetEvent =
  | { type: 'submitted'; email?: string }
  | { type: 'codeSent'; resetPhoneNumberToken: string; at: number }
  | { type: 'verified'; changePhoneNumberToken: string }
  | { type: 'changed' }
  | { type: 'failed'; failure: Failure }
  | { type: 'restarted' }

export const initialPhoneReset: PhoneResetState = { step: 'ResetPhoneNumber', email: '', progress: IDLE }

const responded = (state: PhoneResetState, event: PhoneResetEvent): PhoneResetState => {
  const { email } = state
  switch (event.type) {
    case 'codeSent': {
      if (state.step !== 'ResetPhoneNumber' && state.step !== 'VerifyResetPhoneNumber') return state
      const { resetPhoneNumberToken, at } = event
      return { step: 'VerifyResetPhoneNumber', resetPhoneNumberToken, sentAt: at, email, progress: IDLE }
    }
    case 'verified':
      if (state.step !== 'VerifyResetPhoneNumber') return state
      return { step: 'ChangePhoneNumber', changePhoneNumberToken: event.changePhoneNumberToken, email, progress: IDLE }
    case 'changed':
      return state.step === 'ChangePhoneNumber' ? { step: 'done', email, progress: BUSY } : state
    case 'failed':
      return { ...state, progress: failedWith(event.failure) }
    default:
      return state
  }
}

/** Applies an event to the state of the phone-number reset. An event that doesn't apply returns the same state. */
export const resetPhoneNumberTransition = (state: PhoneResetState, event: PhoneResetEvent): PhoneResetState => {
  if (state.step === 'done') return state
  if (state.progress.kind === 'busy') return responded(state, event)
  if (event.type === 'restarted') return { ...initialPhoneReset, email: state.email }
  if (event.type !== 'submitted') return state
  return { ...state, email: event.email ?? state.email, progress: BUSY }
}
