import { expect } from 'chai'
import type { AuthResponse } from '../../entities/auth.ts'
import { BUSY, failedWith, IDLE } from '../../parts/failure/failure.ts'
import { initialSignUp, type SignUpEvent, type SignUpState, signUpTransition } from './sign-up.state.ts'

const email = 'ada@acme.test'
const failure = { kind: 'refused', message: 'No' } as const
const mfaRequest: AuthResponse = { mfaRequired: true, mfaToken: 'm' }
const rules = { minLength: 12 }

const STATES = {
  form: initialSignUp,
  creating: { stage: 'SignUp', rules: null, progress: BUSY },
  factor: { stage: 'SecondFactor', mfaRequest, email, progress: IDLE },
  checkingFactor: { stage: 'SecondFactor', mfaRequest, email, progress: BUSY },
  activate: { stage: 'SignUpSuccess', kind: 'activate', email, sentAt: 1, progress: IDLE },
  resending: { stage: 'SignUpSuccess', kind: 'activate', email, sentAt: 1, progress: BUSY },
  signedIn: { stage: 'SignUpSuccess', kind: 'signedIn', email, progress: IDLE },
  signIn: { stage: 'SignUpSuccess', kind: 'signIn', email, progress: IDLE },
} as const satisfies Record<string, SignUpState>

const EVENTS = {
  rulesKnown: { type: 'rulesKnown', rules },
  submitted: { type: 'submitted' },
  mfaRequired: { type: 'mfaRequired', mfaRequest, email },
  activationSent: { type: 'activationSent', email, at: 1 },
  signedIn: { type: 'done', email, signedIn: true },
  created: { type: 'done', email, signedIn: false },
  failed: { type: 'failed', failure },
} as const satisfies Record<string, SignUpEvent>

type Moves = Partial<Record<keyof typeof EVENTS, SignUpState>>

const outcomes = (state: SignUpState): Moves => ({
  mfaRequired: STATES.factor,
  activationSent: STATES.activate,
  signedIn: STATES.signedIn,
  created: STATES.signIn,
  failed: { ...state, progress: failedWith(failure) },
})

const MOVES: Readonly<Record<keyof typeof STATES, Moves>> = {
  form: { rulesKnown: { ...initialSignUp, rules } as SignUpState, submitted: STATES.creating },
  creating: { ...outcomes(STATES.creating), rulesKnown: { ...STATES.creating, rules } },
  factor: { submitted: STATES.checkingFactor },
  checkingFactor: outcomes(STATES.checkingFactor),
  activate: { submitted: STATES.resending },
  resending: { activationSent: STATES.activate, failed: { ...STATES.resending, progress: failedWith(failure) } },
  signedIn: {},
  signIn: {},
}

describe('the sign-up journey', () => {
  for (const name of Object.keys(STATES) as (keyof typeof STATES)[]) {
    for (const event of Object.keys(EVENTS) as (keyof typeof EVENTS)[]) {
      const expected = MOVES[name][event]
      it(`${name} and ${event}: ${expected ? `leads to ${expected.stage}` : 'nothing changes'}`, () => {
        const next = signUpTransition(STATES[name], EVENTS[event])
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(STATES[name])
      })
    }
  }
})
