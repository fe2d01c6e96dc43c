import { BUSY, failedWith, IDLE } from '../../parts/failure/failure.ts'
import type { LoginState } from './login.types.ts'

/** Events that can occur before the rules of the other steps are loaded. */
export type EntryEvent =
  | { type: 'emailSubmitted'; email: string }
  /** The user is already signed in, or signed in in another tab. */
  | { type: 'resumed' }
  | { type: 'restarted' }
  /** The code of the other steps couldn't be loaded. */
  | { type: 'unavailable' }

export const initialLogin: LoginState = { step: 'preLogin', email: '', progress: IDLE }

/**
 * Applies the rules of the first step. They are in the first chunk; those of the other steps are loaded with their
 * code.
 */
export const entryTransition = (state: LoginState, event: EntryEvent): LoginState => {
  const { step, email, progress } = state
  const isBusy = progress.kind === 'busy'
  switch (event.type) {
    case 'emailSubmitted':
      return step === 'preLogin' && !isBusy ? { step, email: event.email, progress: BUSY } : state
    case 'resumed':
      // A sign-in in progress continues by itself.
      return isBusy && step !== 'preLogin' && step !== 'redirectToSSO'
        ? state
        : { step: 'success', email, progress: BUSY }
    case 'restarted':
      return step === 'success' ? { step: 'preLogin', email, progress: IDLE } : state
    case 'unavailable':
      return { step: 'preLogin', email, progress: failedWith({ kind: 'unavailable' }) }
  }
}
