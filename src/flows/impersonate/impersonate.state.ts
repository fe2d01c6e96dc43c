import type { Failure } from '../../parts/failure/failure.ts'

/** Seed 000 §2: impersonating, success; a refused or incomplete hand-over stays where it can be read. */
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

/** Every rule of the hand-over to somebody else's session (seed 000 §4, flows §15). */
export const transition = (state: ImpersonateState, event: ImpersonateEvent): ImpersonateState => {
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
