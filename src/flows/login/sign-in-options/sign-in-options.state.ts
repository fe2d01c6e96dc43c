import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../../../parts/failure/failure.ts'
import type { QuickStrategy } from '../../../parts/sign-in-offer/quick-login.ts'

/** A way in beside email and password. */
export type Way = 'passkey' | QuickStrategy

export interface SignInOptionsState {
  /** The way that was pressed last. */
  way: Way | null
  progress: Progress
  /** Set up after the next sign-in. */
  wanted: QuickStrategy | null
}

export type SignInOptionsEvent =
  | { type: 'pressed'; way: Way }
  | { type: 'wanted'; strategy: QuickStrategy }
  | { type: 'unwanted' }
  /** Taken over by the login, or left by the user; what went wrong is forgotten. */
  | { type: 'over' }
  | { type: 'failed'; failure: Failure }

export const initialSignInOptions: SignInOptionsState = { way: null, progress: IDLE, wanted: null }

/** Every rule of the ways under the email field. An event that means nothing here returns the same state. */
export const transition = (state: SignInOptionsState, event: SignInOptionsEvent): SignInOptionsState => {
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
