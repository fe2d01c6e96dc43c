import { expect } from 'chai'
import { BUSY, failedWith, IDLE } from '../../parts/failure/failure.ts'
import { type ActivateEvent, type ActivateState, initialActivate, transition } from './activate-account.state.ts'

const failure = { kind: 'refused', message: 'No' } as const
const rules = { minLength: 12 }
const question = { mfaRequired: true, mfaToken: 'challenge' }

const STATES: Readonly<Record<string, ActivateState>> = {
  activating: initialActivate,
  form: { step: 'activatingForm', progress: IDLE, rules },
  secondFactor: { step: 'secondFactor', progress: IDLE, question },
  resend: { step: 'resend', progress: IDLE, sent: false },
  success: { step: 'success', signedIn: true },
}

const EVENTS: Readonly<Record<ActivateEvent['type'], ActivateEvent>> = {
  started: { type: 'started' },
  passwordWanted: { type: 'passwordWanted', rules },
  submitted: { type: 'submitted' },
  activated: { type: 'activated', signedIn: true },
  mfaRequired: { type: 'mfaRequired', question },
  failed: { type: 'failed', failure },
  resendWanted: { type: 'resendWanted' },
  resent: { type: 'resent' },
}

const asked: ActivateState = { step: 'secondFactor', progress: IDLE, question }
const done: ActivateState = { step: 'success', signedIn: true }
const resend: ActivateState = { step: 'resend', progress: IDLE, sent: false }

const MOVES: Readonly<Record<string, Partial<Record<ActivateEvent['type'], ActivateState>>>> = {
  activating: {
    started: { step: 'activating', progress: BUSY },
    passwordWanted: { step: 'activatingForm', progress: IDLE, rules },
    activated: done,
    mfaRequired: asked,
    failed: { step: 'activating', progress: failedWith(failure) },
    resendWanted: resend,
  },
  form: {
    submitted: { step: 'activatingForm', progress: BUSY, rules },
    activated: done,
    mfaRequired: asked,
    failed: { step: 'activatingForm', progress: failedWith(failure), rules },
    resendWanted: resend,
  },
  resend: {
    submitted: { step: 'resend', progress: BUSY, sent: false },
    failed: { step: 'resend', progress: failedWith(failure), sent: false },
    resent: { step: 'resend', progress: IDLE, sent: true },
  },
  secondFactor: {
    submitted: { step: 'secondFactor', progress: BUSY, question },
    activated: done,
    mfaRequired: asked,
    failed: { step: 'secondFactor', progress: failedWith(failure), question },
  },
  success: {},
}

describe('the activation journey', () => {
  for (const [name, state] of Object.entries(STATES)) {
    for (const event of Object.values(EVENTS)) {
      const expected = MOVES[name]?.[event.type]
      it(`${name} and ${event.type}: ${expected ? `leads to ${expected.step}` : 'nothing changes'}`, () => {
        const next = transition(state, event)
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(state)
      })
    }
  }
})
