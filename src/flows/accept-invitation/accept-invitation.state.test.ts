import { expect } from 'chai'
import { acceptInvitationTransition, type InvitationEvent, type InvitationState } from './accept-invitation.state.ts'

const failure = { kind: 'refused', message: 'Expired' } as const
const STATES: readonly InvitationState[] = [
  { step: 'validate' },
  { step: 'invalid' },
  { step: 'pending' },
  { step: 'success' },
  { step: 'failed', failure },
]
const EVENTS: readonly InvitationEvent[] = [
  { type: 'linkIncomplete' },
  { type: 'acceptPressed' },
  { type: 'accepted' },
  { type: 'refused', failure },
]
const MOVES: Readonly<Record<string, string>> = {
  'validate linkIncomplete': 'invalid',
  'validate acceptPressed': 'pending',
  'pending accepted': 'success',
  'pending refused': 'failed',
  'failed acceptPressed': 'pending',
}

describe('accepting an invitation', () => {
  for (const state of STATES) {
    for (const event of EVENTS) {
      const expected = MOVES[`${state.step} ${event.type}`]
      it(`${state.step} and ${event.type}: ${expected ? `leads to ${expected}` : 'nothing changes'}`, () => {
        const next = acceptInvitationTransition(state, event)
        expect(next.step).to.equal(expected ?? state.step)
        if (!expected) expect(next).to.equal(state)
      })
    }
  }
})
