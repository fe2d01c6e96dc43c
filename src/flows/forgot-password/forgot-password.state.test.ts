import { expect } from 'chai'
import { BUSY, failedWith, IDLE } from '../../parts/failure/failure.ts'
import { type ForgotEvent, type ForgotState, forgotPasswordTransition, initialForgot } from './forgot-password.state.ts'
import { initialReset, type ResetEvent, type ResetState, resetPasswordTransition } from './reset-password.state.ts'

const email = 'ada@acme.test'
const failure = { kind: 'timeout' } as const

const STATES = {
  empty: initialForgot,
  asking: { step: 'forgotPassword', email, progress: IDLE },
  sending: { step: 'forgotPassword', email, progress: BUSY },
  failed: { step: 'forgotPassword', email, progress: failedWith(failure) },
  sent: { step: 'success', email },
} as const satisfies Record<string, ForgotState>

const EVENTS = {
  submitted: { type: 'submitted', email },
  sent: { type: 'sent' },
  failed: { type: 'failed', failure },
  otherEmailWanted: { type: 'otherEmailWanted' },
} as const satisfies Record<ForgotEvent['type'], ForgotEvent>

type Moves = Partial<Record<ForgotEvent['type'], ForgotState>>

const form: Moves = { submitted: STATES.sending, sent: STATES.sent, failed: STATES.failed }

const MOVES: Readonly<Record<keyof typeof STATES, Moves>> = {
  empty: { ...form, sent: { step: 'success', email: '' }, failed: { ...STATES.failed, email: '' } },
  asking: form,
  sending: form,
  failed: form,
  sent: { otherEmailWanted: STATES.asking },
}

describe('asking for a new password', () => {
  for (const name of Object.keys(STATES) as (keyof typeof STATES)[]) {
    for (const event of Object.keys(EVENTS) as ForgotEvent['type'][]) {
      const expected = MOVES[name][event]
      it(`${name} and ${event}: ${expected ? `leads to ${expected.step}` : 'nothing changes'}`, () => {
        const next = forgotPasswordTransition(STATES[name], EVENTS[event])
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(STATES[name])
      })
    }
  }
})

const rules = { minLength: 14 }

const RESET_STATES = {
  form: initialReset,
  saving: { ...initialReset, rules, progress: BUSY },
  refused: { ...initialReset, rules, progress: failedWith(failure) },
  incomplete: { step: 'linkIncomplete' },
  saved: { step: 'success' },
} as const satisfies Record<string, ResetState>

const RESET_EVENTS = {
  linkIncomplete: { type: 'linkIncomplete' },
  rulesLoaded: { type: 'rulesLoaded', rules },
  ownerKnown: { type: 'ownerKnown', email },
  submitted: { type: 'submitted' },
  saved: { type: 'saved' },
  failed: { type: 'failed', failure },
} as const satisfies Record<ResetEvent['type'], ResetEvent>

type ResetMoves = Partial<Record<ResetEvent['type'], ResetState>>

const atForm = (state: ResetState & { step: 'resetPassword' }): ResetMoves => ({
  linkIncomplete: RESET_STATES.incomplete,
  rulesLoaded: { ...state, rules },
  ownerKnown: { ...state, email },
  submitted: { ...state, progress: BUSY },
  saved: RESET_STATES.saved,
  failed: { ...state, progress: failedWith(failure) },
})

const RESET_MOVES: Readonly<Record<keyof typeof RESET_STATES, ResetMoves>> = {
  form: atForm(RESET_STATES.form),
  saving: atForm(RESET_STATES.saving),
  refused: atForm(RESET_STATES.refused),
  incomplete: {},
  saved: {},
}

describe('choosing a new password', () => {
  for (const name of Object.keys(RESET_STATES) as (keyof typeof RESET_STATES)[]) {
    for (const event of Object.keys(RESET_EVENTS) as ResetEvent['type'][]) {
      const expected = RESET_MOVES[name][event]
      it(`${name} and ${event}: ${expected ? `leads to ${expected.step}` : 'nothing changes'}`, () => {
        const next = resetPasswordTransition(RESET_STATES[name], RESET_EVENTS[event])
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(RESET_STATES[name])
      })
    }
  }
})
