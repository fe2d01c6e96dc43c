import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../../../parts/failure/failure.ts'
import type { QuickStrategy } from '../../../parts/sign-in-offer/quick-login.ts'

/** A sign-in method besides email and password. */
export type Way = 'passkey' | QuickStrategy

export interface SignInOptionsState {
  /** The method that was clicked last. */
  way: Way | null
  progress: Progress
  /** The method to set up after the next sign-in. */
  wanted: QuickStrategy | null
}

export type SignInOptionsEvent =
  | { type: 'pressed'; way: Way }
  | { type: 'wanted'; strategy: QuickStrategy }
  | { type: 'unwanted' }
  /** The ceremony ended, by the login or by the user; its error is cleared. */
  | { type: 'over' }
  | { type: 'failed'; failure: Failure }

export const initialSignInOptions: SignInOptionsState = { way: null, progress: IDLE, wanted: null }

/**
 * Applies an event to the state of the methods below the email field. An event that doesn't apply returns the same
 * state.
 */
export const signInOptionsTransition = (state: SignInOptionsState, event: SignInOptionsEvent): SignInOptionsState => {
  const busy = state.progress.kind === 'busy'
  switch (event.type) {
    case 'pressed':
      return busy ? state : { ...state, way: event.way, progress: BUSY }
    case 'wanted':
      return busy ? state : { way: null, progress: IDLE, wanted: event.strategy }
    case 'unwanted':
      return state.wanted ? { ...state, wanted: null } : state
    case 'over':
      return state.way ? { ...state, way: null, progress: IDLE } : state
    case 'failed':
      return busy ? { ...state, progress: failedWith(event.failure) } : state
    default:
      return event satisfies never
  }
}
