import { expect } from 'chai'
import type { AuthResponse } from '../../entities/auth.ts'
import { BUSY, failedWith, IDLE } from '../../parts/failure/failure.ts'
import { initialStepUp, type StepUpEvent, type StepUpState, stepUpTransition } from './step-up.state.ts'

const failure = { kind: 'offline' } as const
const mfaRequest: AuthResponse = { mfaRequired: true, mfaToken: 'm-1' }

const STATES = {
  fresh: initialStepUp,
  asking: { step: 'starting', progress: BUSY },
  unreachable: { step: 'starting', progress: failedWith(failure) },
  proving: { step: 'proving', mfaRequest, progress: IDLE },
  checking: { step: 'proving', mfaRequest, progress: BUSY },
  refused: { step: 'proving', mfaRequest, progress: failedWith(failure) },
  notEnrolled: { step: 'noMFAEnrolledStepUp', progress: IDLE },
  leavingForSso: { step: 'noMFAEnrolledStepUp', progress: BUSY },
  ssoRefused: { step: 'noMFAEnrolledStepUp', progress: failedWith(failure) },
  success: { step: 'success' },
  leaving: { step: 'leaving' },
} as const satisfies Record<string, StepUpState>

const EVENTS = {
  restarted: { type: 'restarted' },
  asked: { type: 'asked' },
  mfaRequested: { type: 'mfaRequested', mfaRequest },
  notEnrolled: { type: 'notEnrolled' },
  submitted: { type: 'submitted' },
  failed: { type: 'failed', failure },
  steppedUp: { type: 'steppedUp' },
  left: { type: 'left' },
} as const satisfies Record<string, StepUpEvent>

type Name = keyof typeof STATES
type Moves = Partial<Record<keyof typeof EVENTS, StepUpState>>

const restarted: Moves = { restarted: STATES.fresh }
const left: Moves = { left: STATES.leaving }
const { success } = STATES

/** Every pair that changes the state; all others must leave it as it is. */
const MOVES: Readonly<Record<Name, Moves>> = {
  fresh: { ...left, asked: STATES.asking },
  asking: {
    ...left,
    mfaRequested: STATES.proving,
    notEnrolled: STATES.notEnrolled,
    failed: STATES.unreachable,
    steppedUp: success,
  },
  unreachable: { ...left, asked: STATES.asking },
  proving: { ...restarted, ...left, submitted: STATES.checking },
  checking: { ...restarted, ...left, failed: STATES.refused, steppedUp: success },
  refused: { ...restarted, ...left, submitted: STATES.checking },
  notEnrolled: { ...restarted, ...left, submitted: STATES.leavingForSso },
  leavingForSso: { ...restarted, ...left, failed: STATES.ssoRefused },
  ssoRefused: { ...restarted, ...left, submitted: STATES.leavingForSso },
  success: restarted,
  leaving: restarted,
}

describe('a step-up', () => {
  for (const name of Object.keys(STATES) as Name[]) {
    for (const event of Object.keys(EVENTS) as (keyof typeof EVENTS)[]) {
      const expected = MOVES[name][event]
      it(`${name} and ${event}: ${expected ? `leads to ${expected.step}` : 'nothing changes'}`, () => {
        const next = stepUpTransition(STATES[name], EVENTS[event])
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(STATES[name])
      })
    }
  }
})
