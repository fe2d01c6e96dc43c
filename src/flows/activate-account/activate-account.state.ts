import type { AuthResponse } from '../../entities/auth.ts'
import type { PasswordRules } from '../../entities/policies.ts'
import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../../parts/failure/failure.ts'

interface ActivatingForm {
  step: 'activatingForm'
  progress: Progress
  rules: PasswordRules | null
  /** Email of the account; empty until it is known, and for backends that don't return it. */
  email: string
}

/**
 * The steps activating, activatingForm, success and resend. A failed `progress` on `activating` is a dead link. When a
 * second factor is required, the account is already active.
 */
export type ActivateState =
  | { step: 'activating'; progress: Progress }
  | ActivatingForm
  | { step: 'secondFactor'; progress: Progress; mfaRequest: AuthResponse }
  | { step: 'success'; signedIn: boolean }
  | { step: 'resend'; progress: Progress; sent: boolean }

export type ActivateEvent =
  | { type: 'started' }
  | { type: 'passwordWanted'; rules: PasswordRules | null }
  | { type: 'ownerKnown'; email: string }
  | { type: 'submitted' }
  | { type: 'activated'; signedIn: boolean }
  | { type: 'mfaRequired'; mfaRequest: AuthResponse }
  | { type: 'failed'; failure: Failure }
  | { type: 'resendWanted' }
  | { type: 'resent' }

export const initialActivate: ActivateState = { step: 'activating', progress: IDLE }

const atResend = (state: Extract<ActivateState, { step: 'resend' }>, event: ActivateEvent): ActivateState => {
  if (event.type === 'submitted') return { ...state, progress: BUSY, sent: false }
  if (event.type === 'resent') return { ...state, progress: IDLE, sent: true }
  if (event.type === 'failed') return { ...state, progress: failedWith(event.failure) }
  return state
}

const toSecondFactor = (mfaRequest: AuthResponse): ActivateState => ({
  step: 'secondFactor',
  progress: IDLE,
  mfaRequest,
})

const atSecondFactor = (
  state: Extract<ActivateState, { step: 'secondFactor' }>,
  event: ActivateEvent,
): ActivateState => {
  if (event.type === 'submitted') return { ...state, progress: BUSY }
  if (event.type === 'activated') return { step: 'success', signedIn: event.signedIn }
  if (event.type === 'mfaRequired') return toSecondFactor(event.mfaRequest)
  return event.type === 'failed' ? { ...state, progress: failedWith(event.failure) } : state
}

/** Applies an event to the state of the activation. */
export const activateAccountTransition = (state: ActivateState, event: ActivateEvent): ActivateState => {
  switch (state.step) {
    case 'activating':
      if (event.type === 'started') return { step: 'activating', progress: BUSY }
      if (event.type === 'passwordWanted') {
        return { step: 'activatingForm', progress: IDLE, rules: event.rules, email: '' }
      }
      if (event.type === 'activated') return { step: 'success', signedIn: event.signedIn }
      if (event.type === 'mfaRequired') return toSecondFactor(event.mfaRequest)
      if (event.type === 'failed') return { step: 'activating', progress: failedWith(event.failure) }
      if (event.type === 'resendWanted') return { step: 'resend', progress: IDLE, sent: false }
      return state
    case 'activatingForm':
      if (event.type === 'ownerKnown') return { ...state, email: event.email }
      if (event.type === 'submitted') return { ...state, progress: BUSY }
      if (event.type === 'activated') return { step: 'success', signedIn: event.signedIn }
      if (event.type === 'mfaRequired') return toSecondFactor(event.mfaRequest)
      if (event.type === 'failed') return { ...state, progress: failedWith(event.failure) }
      if (event.type === 'resendWanted') return { step: 'resend', progress: IDLE, sent: false }
      return state
    case 'secondFactor':
      return atSecondFactor(state, event)
    case 'resend':
      return atResend(state, event)
    case 'success':
      return state
    default:
      return state satisfies never
  }
}
