import { expect } from 'chai'
import { BUSY, failedWith, IDLE } from '../../parts/failure/failure.ts'
import { initialMagicLink, type MagicLinkEvent, type MagicLinkState, magicLinkTransition } from './magic-link.state.ts'

const failure = { kind: 'refused', message: 'No' } as const
const mfaRequest = { mfaRequired: true, mfaToken: 'm' }

const STATES = {
  ready: initialMagicLink,
  checking: { step: 'ready', progress: BUSY },
  dead: { step: 'ready', progress: failedWith(failure) },
  factor: { step: 'secondFactor', mfaRequest, progress: IDLE },
  checkingFactor: { step: 'secondFactor', mfaRequest, progress: BUSY },
  success: { step: 'success', progress: IDLE },
} as const satisfies Record<string, MagicLinkState>

const EVENTS = {
  submitted: { type: 'submitted' },
  mfaRequired: { type: 'mfaRequired', mfaRequest },
  signedIn: { type: 'signedIn' },
  failed: { type: 'failed', failure },
} as const satisfies Record<string, MagicLinkEvent>

type Moves = Partial<Record<keyof typeof EVENTS, MagicLinkState>>
const signedIn: Moves = { signedIn: STATES.success }

const MOVES: Readonly<Record<keyof typeof STATES, Moves>> = {
  ready: { ...signedIn, submitted: STATES.checking },
  checking: { ...signedIn, mfaRequired: STATES.factor, failed: STATES.dead },
  dead: { ...signedIn, submitted: STATES.checking },
  factor: { ...signedIn, submitted: STATES.checkingFactor },
  checkingFactor: {
    ...signedIn,
    mfaRequired: STATES.factor,
    failed: { ...STATES.factor, progress: failedWith(failure) },
  },
  success: {},
}

describe('the page behind a mailed link', () => {
  for (const name of Object.keys(STATES) as (keyof typeof STATES)[]) {
    for (const event of Object.keys(EVENTS) as (keyof typeof EVENTS)[]) {
      const expected = MOVES[name][event]
      it(`${name} and ${event}: ${expected ? `leads to ${expected.step}` : 'nothing changes'}`, () => {
        const next = magicLinkTransition(STATES[name], EVENTS[event])
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(STATES[name])
      })
    }
  }
})
