import type { Failure } from '../../parts/failure/failure.ts'

/** `validate` waits for the user to accept, because opening the link must not use it up. */
export type InvitationState =
  | { step: 'validate' }
  | { step: 'invalid' }
  | { step: 'pending' }
  | { step: 'success' }
  | { step: 'failed'; failure: Failure }

export type InvitationEvent =
  | { type: 'linkIncomplete' }
  | { type: 'acceptPressed' }
  | { type: 'accepted' }
  | { type: 'refused'; failure: Failure }

export const initialInvitation: InvitationState = { step: 'validate' }

/** Applies an event to the state of accepting an invitation. */
export const acceptInvitationTransition = (state: InvitationState, event: InvitationEvent): InvitationState => {
  switch (state.step) {
    case 'validate':
      if (event.type === 'linkIncomplete') return { step: 'invalid' }
      return event.type === 'acceptPressed' ? { step: 'pending' } : state
    case 'pending':
      if (event.type === 'accepted') return { step: 'success' }
      return event.type === 'refused' ? { step: 'failed', failure: event.failure } : state
    case 'failed':
      return event.type === 'acceptPressed' ? { step: 'pending' } : state
    case 'invalid':
    case 'success':
      return state
    default:
      return state satisfies never
  }
}
