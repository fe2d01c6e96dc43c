import { expect } from 'chai'
import { BUSY, failedWith, IDLE } from '../../../parts/failure/failure.ts'
import {
  initialSignInOptions,
  type SignInOptionsEvent,
  type SignInOptionsState,
  signInOptionsTransition,
} from './sign-in-options.state.ts'

const failure = { kind: 'refused', message: 'No' } as const

const STATES = {
  fresh: initialSignInOptions,
  asking: { way: 'passkey', progress: BUSY, wanted: null },
  failed: { way: 'passkey', progress: failedWith(failure), wanted: null },
  waiting: { way: null, progress: IDLE, wanted: 'sms' },
} as const satisfies Record<string, SignInOptionsState>

const EVENTS = {
  pressed: { type: 'pressed', way: 'passkey' },
  wanted: { type: 'wanted', strategy: 'sms' },
  unwanted: { type: 'unwanted' },
  over: { type: 'over' },
  failed: { type: 'failed', failure },
} as const satisfies Record<string, SignInOptionsEvent>

type Moves = Partial<Record<keyof typeof EVENTS, SignInOptionsState>>

const MOVES: Readonly<Record<keyof typeof STATES, Moves>> = {
  fresh: { pressed: STATES.asking, wanted: STATES.waiting },
  asking: { over: STATES.fresh, failed: STATES.failed },
  failed: { pressed: STATES.asking, wanted: STATES.waiting, over: STATES.fresh },
  waiting: { pressed: { ...STATES.asking, wanted: 'sms' }, wanted: STATES.waiting, unwanted: STATES.fresh },
}

describe('the ways in beside the email field', () => {
  for (const name of Object.keys(STATES) as (keyof typeof STATES)[]) {
    for (const event of Object.keys(EVENTS) as (keyof typeof EVENTS)[]) {
      const expected = MOVES[name][event]
      it(`${name} and ${event}: ${expected ? 'changes what is shown' : 'nothing changes'}`, () => {
        const next = signInOptionsTransition(STATES[name], EVENTS[event])
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(STATES[name])
      })
    }
  }
})
