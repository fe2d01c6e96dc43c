import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../../../parts/failure/failure.ts'

/** State of setting up an easier sign-in method: one ceremony, or a phone number and the code that verifies it. */
export interface PasskeyPromptState {
  progress: Progress
  /** The number a code was sent to. */
  phone: null | { phoneNumber: string; changePhoneId: string; at: number }
}

export type PasskeyPromptEvent =
  | { type: 'submitted' }
  | { type: 'codeSent'; phoneNumber: string; changePhoneId: string; at: number }
  | { type: 'phoneChangeWanted' }
  | { type: 'stopped' }
  | { type: 'failed'; failure: Failure }
  | { type: 'over' }

export const initialPasskeyPrompt: PasskeyPromptState = { progress: IDLE, phone: null }

/** Applies an event to the state of the offer after a sign-in. An event that doesn't apply returns the same state. */
export const passkeyPromptTransition = (state: PasskeyPromptState, event: PasskeyPromptEvent): PasskeyPromptState => {
  const busy = state.progress.kind === 'busy'
  if (event.type === 'over') return initialPasskeyPrompt
  if (event.type === 'submitted') return busy ? state : { ...state, progress: BUSY }
  if (event.type === 'phoneChangeWanted') return busy || !state.phone ? state : initialPasskeyPrompt
  if (!busy) return state
  if (event.type === 'stopped') return { ...state, progress: IDLE }
  if (event.type === 'failed') return { ...state, progress: failedWith(event.failure) }
  const { phoneNumber, changePhoneId, at } = event
  return { progress: IDLE, phone: { phoneNumber, changePhoneId, at } }
}
