import type { CallbackFault } from '../../feature/ports.ts'

/** `unavailable`: the redirect to the provider failed, for example without a secure context. */
export type HostedFault = CallbackFault | 'unavailable'

export type HostedLoginState =
  /** Nothing has started: a box that the page itself placed waits for a click. */
  | { step: 'idle' }
  | { step: 'leaving' }
  | { step: 'finishing' }
  | { step: 'success' }
  | { step: 'failed'; fault: HostedFault; returnTo: string | undefined }

export type HostedLoginEvent =
  | { type: 'leaving' }
  | { type: 'finishing' }
  | { type: 'signedIn' }
  | { type: 'failed'; fault: HostedFault; returnTo?: string }

export const initialHostedLogin: HostedLoginState = { step: 'idle' }

/** Applies an event to the state of the page before and after the provider. */
export const hostedLoginTransition = (state: HostedLoginState, event: HostedLoginEvent): HostedLoginState => {
  const isBusy = state.step === 'leaving' || state.step === 'finishing'
  switch (event.type) {
    case 'leaving':
      return isBusy || state.step === 'success' ? state : { step: 'leaving' }
    case 'finishing':
      return state.step === 'idle' ? { step: 'finishing' } : state
    case 'signedIn':
      return isBusy ? { step: 'success' } : state
    case 'failed':
      return isBusy ? { step: 'failed', fault: event.fault, returnTo: event.returnTo } : state
  }
}
