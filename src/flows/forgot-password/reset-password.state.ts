import type { PasswordRules } from '../../entities/policies.ts'
import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../../parts/failure/failure.ts'

interface ResetForm {
  step: 'resetPassword'
  progress: Progress
  rules: PasswordRules | null
  /** Email of the account; empty until it is known, and for backends that don't return it. */
  email: string
}

export type ResetState = ResetForm | { step: 'linkIncomplete' } | { step: 'success' }

export type ResetEvent =
  | { type: 'linkIncomplete' }
  | { type: 'rulesLoaded'; rules: PasswordRules | null }
  | { type: 'ownerKnown'; email: string }
  | { type: 'submitted' }
  | { type: 'saved' }
  | { type: 'failed'; failure: Failure }

export const initialReset: ResetForm = { step: 'resetPassword', progress: IDLE, rules: null, email: '' }

export const resetPasswordTransition = (state: ResetState, event: ResetEvent): ResetState => {
  switch (state.step) {
    case 'resetPassword':
      if (event.type === 'linkIncomplete') return { step: 'linkIncomplete' }
      if (event.type === 'rulesLoaded') return { ...state, rules: event.rules }
      if (event.type === 'ownerKnown') return { ...state, email: event.email }
      if (event.type === 'submitted') return { ...state, progress: BUSY }
      if (event.type === 'saved') return { step: 'success' }
      return { ...state, progress: failedWith(event.failure) }
    case 'linkIncomplete':
    case 'success':
      return state
    default:
      return state satisfies never
  }
}
