import type { ConfirmationWay } from '../../../contract/me.ts'
import {
  initialStepUp,
  type StepUpEvent,
  type StepUpState,
  stepUpTransition,
} from '../../../flows/step-up/step-up.state.ts'
import type { StepUpRequest } from '../../../http/options.ts'
import { BUSY, failedWith, IDLE, type Progress } from '../../../parts/failure/failure.ts'

/** The parts of the portal that the dialog uses. */
export interface StepUpPort {
  request: StepUpRequest
  /** Ends the dialog. If `isProven`, the refused calls are repeated; otherwise they fail with the API's error. */
  end(isProven: boolean): void
}

/** State of a step-up, or of the proof of a user who has no second factor. */
export type StepUpDialogState =
  | StepUpState
  | { step: 'confirming'; ways: readonly ConfirmationWay[]; progress: Progress }

export type StepUpDialogEvent =
  | StepUpEvent
  | { type: 'waysKnown'; ways: readonly ConfirmationWay[] }
  /** The user canceled the passkey ceremony. */
  | { type: 'stopped' }

type Confirming = Extract<StepUpDialogState, { step: 'confirming' }>

const whileConfirming = (state: Confirming, event: StepUpDialogEvent): StepUpDialogState => {
  switch (event.type) {
    case 'restarted':
      return initialStepUp
    case 'submitted':
      return { ...state, progress: BUSY }
    case 'failed':
      return { ...state, progress: failedWith(event.failure) }
    case 'stopped':
      return { ...state, progress: IDLE }
    case 'steppedUp':
      return { step: 'success' }
    case 'left':
      return { step: 'leaving' }
    default:
      return state
  }
}

export const dialogTransition = (state: StepUpDialogState, event: StepUpDialogEvent): StepUpDialogState => {
  if (state.step === 'confirming') return whileConfirming(state, event)
  if (event.type === 'waysKnown')
    return state.step === 'starting' ? { step: 'confirming', ways: event.ways, progress: IDLE } : state
  return event.type === 'stopped' ? state : stepUpTransition(state, event)
}
