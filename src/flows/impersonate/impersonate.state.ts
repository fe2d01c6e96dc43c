import type { Failure } from '../../parts/failure/failure.ts'

/** A refused or incomplete link stays on the screen with the error. */
export type ImpersonateState =
  | { step: 'impersonating' }
  | { step: 'linkIncomplete' }
  | { step: 'failed'; failure: Failure }
  | { step: 'success' }

export type ImpersonateEvent =
  | { type: 'linkIncomplete' }
  | { type: 'impersonated' }
  | { type: 'failed'; failure: Failure }
  | { type: 'triedAgain' }

export const initialImpersonate: ImpersonateState = { step: 'impersonating' }

/** Applies an event to the state of starting an impersonation. */
export const impersonateTransition = (state: ImpersonateState, event: ImpersonateEvent): ImpersonateState => {
  switch (state.step) {
    case 'impersonating':
      if (event.type === 'impersonated') return { step: 'success' }
      if (event.type === 'linkIncomplete') return { step: 'linkIncomplete' }
      return event.type === 'failed' ? { step: 'failed', failure: event.failure } : state
    case 'failed':
      return event.type === 'triedAgain' ? initialImpersonate : state
    case 'linkIncomplete':
    case 'success':
      return state
    default:
      return state satisfies never
  }
}
