import type { CallbackFault } from '../../feature/hosted-port.ts'

/** `unavailable`: the provider could not be left for, such as without a secure context. */
export type HostedFault = CallbackFault | 'unavailable'

export type HostedLoginState =
  /** Nothing asked yet: a box that a page placed itself waits for a press. */
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

/** Every rule of the page before and after the provider. */
export const transition = (state: HostedLoginState, event: HostedLoginEvent): HostedLoginState => {
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
