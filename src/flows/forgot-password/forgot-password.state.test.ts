import { expect } from 'chai'
import { BUSY, failedWith, IDLE } from '../../parts/failure/failure.ts'
import { type ForgotEvent, type ForgotState, transition } from './forgot-password.state.ts'
import { initialReset, type ResetEvent, type ResetState, transition as reset } from './reset-password.state.ts'

const email = 'ada@acme.test'
const failure = { kind: 'timeout' } as const
const asking: ForgotState = { step: 'forgotPassword', email, progress: IDLE }
const sent: ForgotState = { step: 'success', email }

const FORGOT: readonly [string, ForgotState, ForgotEvent, ForgotState][] = [
  ['sending is shown', asking, { type: 'submitted', email }, { ...asking, progress: BUSY }],
  ['the answer leads to the mail notice', asking, { type: 'sent' }, sent],
  ['a failure keeps the address', asking, { type: 'failed', failure }, { ...asking, progress: failedWith(failure) }],
  ['another address can be tried', sent, { type: 'otherEmailWanted' }, asking],
  ['nothing else happens after sending', sent, { type: 'failed', failure }, sent],
  ['a second answer changes nothing', sent, { type: 'sent' }, sent],
]

describe('asking for a new password', () => {
  for (const [title, state, event, expected] of FORGOT) {
    it(title, () => expect(transition(state, event)).to.deep.equal(expected))
  }
})

const rules = { minLength: 14 }
const RESET: readonly [string, ResetState, ResetEvent, ResetState][] = [
  ['rules arrive', initialReset, { type: 'rulesLoaded', rules }, { ...initialReset, rules }],
  ['a link without its token is named', initialReset, { type: 'linkIncomplete' }, { step: 'linkIncomplete' }],
  ['saving is shown', initialReset, { type: 'submitted' }, { ...initialReset, progress: BUSY }],
  ['saved', initialReset, { type: 'saved' }, { step: 'success' }],
  [
    'a refusal stays on the form',
    initialReset,
    { type: 'failed', failure },
    { ...initialReset, progress: failedWith(failure) },
  ],
  ['a dead link stays dead', { step: 'linkIncomplete' }, { type: 'submitted' }, { step: 'linkIncomplete' }],
  ['saved stays saved', { step: 'success' }, { type: 'failed', failure }, { step: 'success' }],
]

describe('choosing a new password', () => {
  for (const [title, state, event, expected] of RESET) {
    it(title, () => expect(reset(state, event)).to.deep.equal(expected))
  }
})
