import { expect } from 'chai'
import { BUSY, failedWith, IDLE, type Progress } from '../../parts/failure/failure.ts'
import {
  initialPhoneReset,
  type PhoneResetEvent,
  type PhoneResetState,
  resetPhoneNumberTransition,
} from './reset-phone-number.state.ts'

const email = 'sam@acme.test'
const failure = { kind: 'timeout' } as const
const at = 1_000

const ask = (progress: Progress): PhoneResetState => ({ step: 'ResetPhoneNumber', email, progress })
const verify = (progress: Progress, sentAt = 0): PhoneResetState => ({
  step: 'VerifyResetPhoneNumber',
  resetPhoneNumberToken: 'reset',
  sentAt,
  email,
  progress,
})
const change = (progress: Progress): PhoneResetState => ({
  step: 'ChangePhoneNumber',
  changePhoneNumberToken: 'change',
  email,
  progress,
})
const done: PhoneResetState = { step: 'done', email, progress: BUSY }

const STATES: Readonly<Record<string, PhoneResetState>> = {
  'asking, idle': ask(IDLE),
  'asking, busy': ask(BUSY),
  'verifying, idle': verify(IDLE),
  'verifying, busy': verify(BUSY),
  'changing, idle': change(IDLE),
  'changing, busy': change(BUSY),
  done,
}
const EVENTS: readonly PhoneResetEvent[] = [
  { type: 'submitted' },
  { type: 'codeSent', resetPhoneNumberToken: 'reset', at },
  { type: 'verified', changePhoneNumberToken: 'change' },
  { type: 'changed' },
  { type: 'failed', failure },
  { type: 'restarted' },
]
/** All other pairs leave the state unchanged. */
const CHANGES: Readonly<Record<string, PhoneResetState>> = {
  'asking, idle: submitted': ask(BUSY),
  'asking, idle: restarted': { ...initialPhoneReset, email },
  'asking, busy: codeSent': verify(IDLE, at),
  'asking, busy: failed': ask(failedWith(failure)),
  'verifying, idle: submitted': verify(BUSY),
  'verifying, idle: restarted': { ...initialPhoneReset, email },
  'verifying, busy: codeSent': verify(IDLE, at),
  'verifying, busy: verified': change(IDLE),
  'verifying, busy: failed': verify(failedWith(failure)),
  'changing, idle: submitted': change(BUSY),
  'changing, idle: restarted': { ...initialPhoneReset, email },
  'changing, busy: changed': done,
  'changing, busy: failed': change(failedWith(failure)),
}

describe('changing a lost phone number', () => {
  for (const [name, state] of Object.entries(STATES)) {
    for (const event of EVENTS) {
      const pair = `${name}: ${event.type}`
      it(`${pair} ${CHANGES[pair] ? 'moves on' : 'changes nothing'}`, () => {
        const next = resetPhoneNumberTransition(state, event)
        if (CHANGES[pair]) expect(next).to.deep.equal(CHANGES[pair])
        else expect(next).to.equal(state)
      })
    }
  }

  it('keeps the email that was typed', () => {
    expect(resetPhoneNumberTransition(initialPhoneReset, { type: 'submitted', email })).to.deep.equal(ask(BUSY))
  })
})
