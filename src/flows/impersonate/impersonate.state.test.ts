import { expect } from 'chai'
import {
  type ImpersonateEvent,
  type ImpersonateState,
  impersonateTransition,
  initialImpersonate,
} from './impersonate.state.ts'

const failure = { kind: 'timeout' } as const

const STATES: readonly ImpersonateState[] = [
  initialImpersonate,
  { step: 'linkIncomplete' },
  { step: 'failed', failure },
  { step: 'success' },
]
const EVENTS: readonly ImpersonateEvent[] = [
  { type: 'linkIncomplete' },
  { type: 'impersonated' },
  { type: 'failed', failure },
  { type: 'triedAgain' },
]
/** All other pairs leave the state unchanged. */
const CHANGES: Readonly<Record<string, ImpersonateState>> = {
  'impersonating linkIncomplete': { step: 'linkIncomplete' },
  'impersonating impersonated': { step: 'success' },
  'impersonating failed': { step: 'failed', failure },
  'failed triedAgain': initialImpersonate,
}

describe('impersonating a user', () => {
  for (const state of STATES) {
    for (const event of EVENTS) {
      const pair = `${state.step} ${event.type}`
      it(`${pair} ${CHANGES[pair] ? 'moves on' : 'changes nothing'}`, () => {
        const next = impersonateTransition(state, event)
        if (CHANGES[pair]) expect(next).to.deep.equal(CHANGES[pair])
        else expect(next).to.equal(state)
      })
    }
  }
})
