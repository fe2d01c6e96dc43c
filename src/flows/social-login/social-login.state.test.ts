import { expect } from 'chai'
import type { AuthResponse } from '../../entities/auth.ts'
import { BUSY, failedWith, IDLE } from '../../parts/failure/failure.ts'
import {
  initialSocialLogin,
  type SocialLoginEvent,
  type SocialLoginState,
  socialLoginTransition,
} from './social-login.state.ts'

const mfaRequest: AuthResponse = { mfaRequired: true, mfaToken: 'm-1' }
const failure = { kind: 'refused', message: 'No' } as const

const STATES = {
  arrived: initialSocialLogin,
  asking: { step: 'postLogin', progress: BUSY },
  factor: { step: 'secondFactor', mfaRequest, isNewUser: true, progress: IDLE },
  checkingFactor: { step: 'secondFactor', mfaRequest, isNewUser: true, progress: BUSY },
  failed: { step: 'failed', progress: failedWith(failure) },
  denied: { step: 'notStarted', reason: 'denied', progress: IDLE },
  success: { step: 'success', isNewUser: true, progress: IDLE },
} as const satisfies Record<string, SocialLoginState>

const EVENTS = {
  submitted: { type: 'submitted' },
  unknown: { type: 'notStarted', reason: 'unknown' },
  denied: { type: 'notStarted', reason: 'denied' },
  mfaRequired: { type: 'mfaRequired', mfaRequest, isNewUser: true },
  signedIn: { type: 'signedIn', isNewUser: true },
  failed: { type: 'failed', failure },
  left: { type: 'left' },
} as const satisfies Record<string, SocialLoginEvent>

type Moves = Partial<Record<keyof typeof EVENTS, SocialLoginState>>

const responded: Moves = { mfaRequired: STATES.factor, signedIn: STATES.success }

/** Every pair that changes the state; all others must leave it as it is. */
const MOVES: Readonly<Record<keyof typeof STATES, Moves>> = {
  arrived: {
    submitted: STATES.asking,
    unknown: { step: 'notStarted', reason: 'unknown', progress: IDLE },
    denied: STATES.denied,
  },
  asking: { ...responded, failed: STATES.failed },
  factor: { submitted: STATES.checkingFactor },
  checkingFactor: { ...responded, failed: { ...STATES.factor, progress: failedWith(failure) } },
  failed: {},
  denied: {},
  success: {},
}

describe('the page that social providers lead back to', () => {
  for (const name of Object.keys(STATES) as (keyof typeof STATES)[]) {
    for (const event of Object.keys(EVENTS) as (keyof typeof EVENTS)[]) {
      const expected = event === 'left' ? STATES.arrived : MOVES[name][event]
      it(`${name} and ${event}: ${expected ? `leads to ${expected.step}` : 'nothing changes'}`, () => {
        const next = socialLoginTransition(STATES[name], EVENTS[event])
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(STATES[name])
      })
    }
  }
})
