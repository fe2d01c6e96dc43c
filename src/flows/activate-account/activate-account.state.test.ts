import { expect } from 'chai'
import { BUSY, failedWith, IDLE } from '../../parts/failure/failure.ts'
import {
  type ActivateEvent,
  type ActivateState,
  activateAccountTransition,
  initialActivate,
} from './activate-account.state.ts'

const email = 'ada@acme.test'
const failure = { kind: 'refused', message: 'No' } as const
const rules = { minLength: 12 }
const mfaRequest = { mfaRequired: true, mfaToken: 'challenge' }

const STATES = {
  activating: initialActivate,
  checking: { step: 'activating', progress: BUSY },
  deadLink: { step: 'activating', progress: failedWith(failure) },
  form: { step: 'activatingForm', progress: IDLE, rules, email: '' },
  ownedForm: { step: 'activatingForm', progress: IDLE, rules, email },
  saving: { step: 'activatingForm', progress: BUSY, rules, email },
  refused: { step: 'activatingForm', progress: failedWith(failure), rules, email },
  secondFactor: { step: 'secondFactor', progress: IDLE, mfaRequest },
  checkingFactor: { step: 'secondFactor', progress: BUSY, mfaRequest },
  resend: { step: 'resend', progress: IDLE, sent: false },
  resending: { step: 'resend', progress: BUSY, sent: false },
  resent: { step: 'resend', progress: IDLE, sent: true },
  success: { step: 'success', signedIn: true },
} as const satisfies Record<string, ActivateState>

const EVENTS: Readonly<Record<ActivateEvent['type'], ActivateEvent>> = {
  started: { type: 'started' },
  passwordWanted: { type: 'passwordWanted', rules },
  ownerKnown: { type: 'ownerKnown', email },
  submitted: { type: 'submitted' },
  activated: { type: 'activated', signedIn: true },
  mfaRequired: { type: 'mfaRequired', mfaRequest },
  failed: { type: 'failed', failure },
  resendWanted: { type: 'resendWanted' },
  resent: { type: 'resent' },
}

const asked: ActivateState = { step: 'secondFactor', progress: IDLE, mfaRequest }
const done: ActivateState = { step: 'success', signedIn: true }
const resend: ActivateState = { step: 'resend', progress: IDLE, sent: false }

type Moves = Partial<Record<ActivateEvent['type'], ActivateState>>

const atLink: Moves = {
  started: STATES.checking,
  passwordWanted: STATES.form,
  activated: done,
  mfaRequired: asked,
  failed: STATES.deadLink,
  resendWanted: resend,
}
const atForm = (state: Extract<ActivateState, { step: 'activatingForm' }>): Moves => ({
  ownerKnown: { ...state, email },
  submitted: { ...state, progress: BUSY },
  activated: done,
  mfaRequired: asked,
  failed: { ...state, progress: failedWith(failure) },
  resendWanted: resend,
})
const atFactor: Moves = {
  submitted: STATES.checkingFactor,
  activated: done,
  mfaRequired: asked,
  failed: { step: 'secondFactor', progress: failedWith(failure), mfaRequest },
}
const atResend = (sent: boolean): Moves => ({
  submitted: STATES.resending,
  failed: { step: 'resend', progress: failedWith(failure), sent },
  resent: STATES.resent,
})

const MOVES: Readonly<Record<keyof typeof STATES, Moves>> = {
  activating: atLink,
  checking: atLink,
  deadLink: atLink,
  form: atForm(STATES.form),
  ownedForm: atForm(STATES.ownedForm),
  saving: atForm(STATES.saving),
  refused: atForm(STATES.refused),
  secondFactor: atFactor,
  checkingFactor: atFactor,
  resend: atResend(false),
  resending: atResend(false),
  resent: atResend(true),
  success: {},
}

describe('the activation journey', () => {
  for (const name of Object.keys(STATES) as (keyof typeof STATES)[]) {
    const state = STATES[name]
    for (const event of Object.values(EVENTS)) {
      const expected = MOVES[name][event.type]
      it(`${name} and ${event.type}: ${expected ? `leads to ${expected.step}` : 'nothing changes'}`, () => {
        const next = activateAccountTransition(state, event)
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(state)
      })
    }
  }
})
