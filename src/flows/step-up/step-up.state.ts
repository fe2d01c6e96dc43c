import type { AuthResponse } from '../../entities/auth.ts'
import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../../parts/failure/failure.ts'

/** State of a step-up. */
export type StepUpState =
  | { step: 'starting'; progress: Progress }
  | { step: 'proving'; mfaRequest: AuthResponse; progress: Progress }
  | { step: 'noMFAEnrolledStepUp'; progress: Progress }
  /** The user or the page is being redirected. */
  | { step: 'success' }
  | { step: 'leaving' }

export type StepUpEvent =
  /** The page was opened again. */
  | { type: 'restarted' }
  | { type: 'asked' }
  | { type: 'mfaRequested'; mfaRequest: AuthResponse }
  | { type: 'notEnrolled' }
  | { type: 'submitted' }
  | { type: 'failed'; failure: Failure }
  | { type: 'steppedUp' }
  | { type: 'left' }

export const initialStepUp: StepUpState = { step: 'starting', progress: IDLE }

const isBusy = (state: StepUpState): boolean => 'progress' in state && state.progress.kind === 'busy'

const atStart = (state: StepUpState, event: StepUpEvent): StepUpState => {
  if (!isBusy(state)) return event.type === 'asked' ? { step: 'starting', progress: BUSY } : state
  if (event.type === 'mfaRequested') return { step: 'proving', mfaRequest: event.mfaRequest, progress: IDLE }
  return event.type === 'notEnrolled' ? { step: 'noMFAEnrolledStepUp', progress: IDLE } : state
}

const atProof = (state: StepUpState, event: StepUpEvent): StepUpState =>
  'progress' in state && event.type === 'submitted' && !isBusy(state) ? { ...state, progress: BUSY } : state

/** Applies an event to the state of the step-up. An event that doesn't apply returns the same state. */
export const stepUpTransition = (state: StepUpState, event: StepUpEvent): StepUpState => {
  if (event.type === 'restarted') return state.step === 'starting' ? state : initialStepUp
  if (state.step === 'success' || state.step === 'leaving') return state
  if (event.type === 'left') return { step: 'leaving' }
  if (event.type === 'steppedUp')
    return isBusy(state) && state.step !== 'noMFAEnrolledStepUp' ? { step: 'success' } : state
  if (event.type === 'failed') return isBusy(state) ? { ...state, progress: failedWith(event.failure) } : state
  return state.step === 'starting' ? atStart(state, event) : atProof(state, event)
}
