import { expect } from 'chai'
import type { AuthResponse } from '../../entities/auth.ts'
import { BUSY, failedWith, IDLE } from '../../parts/failure/failure.ts'
import {
  initialSsoCallback,
  type SsoCallbackEvent,
  type SsoCallbackState,
  ssoCallbackTransition,
} from './sso-callback.state.ts'

const mfaRequest: AuthResponse = { mfaRequired: true, mfaToken: 'm-1' }
const failure = { kind: 'refused', message: 'No' } as const

const STATES = {
  arrived: initialSsoCallback,
  asking: { step: 'postLogin', progress: BUSY },
  factor: { step: 'loginWithTwoFactor', mfaRequest, progress: IDLE },
  checkingFactor: { step: 'loginWithTwoFactor', mfaRequest, progress: BUSY },
  failed: { step: 'loginWithSSOFailed', progress: failedWith(failure) },
  unknown: { step: 'notStarted', reason: 'unknown', progress: IDLE },
  changing: { step: 'confirmAccountChange', email: 'ada@acme.test', progress: IDLE },
  success: { step: 'success', progress: IDLE },
} as const satisfies Record<string, SsoCallbackState>

const EVENTS = {
  submitted: { type: 'submitted' },
  unknown: { type: 'notStarted', reason: 'unknown' },
  denied: { type: 'notStarted', reason: 'denied' },
  refused: { type: 'notStarted', reason: 'refused', code: 'saml_encryption' },
  otherAccount: { type: 'accountChangeFound', email: 'ada@acme.test' },
  mfaRequired: { type: 'mfaRequired', mfaRequest },
  signedIn: { type: 'signedIn' },
  failed: { type: 'failed', failure },
} as const satisfies Record<string, SsoCallbackEvent>

type Moves = Partial<Record<keyof typeof EVENTS, SsoCallbackState>>

const responded: Moves = { mfaRequired: STATES.factor, signedIn: STATES.success }

/** Every pair that changes the state; all others must leave it as it is. */
const MOVES: Readonly<Record<keyof typeof STATES, Moves>> = {
  arrived: {
    submitted: STATES.asking,
    unknown: STATES.unknown,
    denied: { step: 'notStarted', reason: 'denied', progress: IDLE },
    refused: { step: 'notStarted', reason: 'refused', code: 'saml_encryption', progress: IDLE },
  },
  asking: { ...responded, otherAccount: STATES.changing, failed: STATES.failed },
  factor: { submitted: STATES.checkingFactor },
  checkingFactor: { ...responded, failed: { ...STATES.factor, progress: failedWith(failure) } },
  failed: {},
  unknown: {},
  changing: { submitted: STATES.asking },
  success: {},
}

describe('the page that identity providers lead back to', () => {
  for (const name of Object.keys(STATES) as (keyof typeof STATES)[]) {
    for (const event of Object.keys(EVENTS) as (keyof typeof EVENTS)[]) {
      const expected = MOVES[name][event]
      it(`${name} and ${event}: ${expected ? `leads to ${expected.step}` : 'nothing changes'}`, () => {
        const next = ssoCallbackTransition(STATES[name], EVENTS[event])
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(STATES[name])
      })
    }
  }
})
