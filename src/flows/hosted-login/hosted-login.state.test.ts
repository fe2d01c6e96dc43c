import { expect } from 'chai'
import {
  type HostedLoginEvent,
  type HostedLoginState,
  hostedLoginTransition,
  initialHostedLogin,
} from './hosted-login.state.ts'

const STATES = {
  idle: initialHostedLogin,
  leaving: { step: 'leaving' },
  finishing: { step: 'finishing' },
  success: { step: 'success' },
  failed: { step: 'failed', fault: 'denied', returnTo: '/reports' },
} as const satisfies Record<string, HostedLoginState>

const EVENTS = {
  leaving: { type: 'leaving' },
  finishing: { type: 'finishing' },
  signedIn: { type: 'signedIn' },
  failed: { type: 'failed', fault: 'denied', returnTo: '/reports' },
} as const satisfies Record<string, HostedLoginEvent>

type Moves = Partial<Record<keyof typeof EVENTS, HostedLoginState>>

const MOVES: Readonly<Record<keyof typeof STATES, Moves>> = {
  idle: { leaving: STATES.leaving, finishing: STATES.finishing },
  leaving: { signedIn: STATES.success, failed: STATES.failed },
  finishing: { signedIn: STATES.success, failed: STATES.failed },
  success: {},
  failed: { leaving: STATES.leaving },
}

describe('the page before and after the provider', () => {
  for (const name of Object.keys(STATES) as (keyof typeof STATES)[]) {
    for (const event of Object.keys(EVENTS) as (keyof typeof EVENTS)[]) {
      const expected = MOVES[name][event]
      it(`${name} and ${event}: ${expected ? `leads to ${expected.step}` : 'nothing changes'}`, () => {
        const next = hostedLoginTransition(STATES[name], EVENTS[event])
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(STATES[name])
      })
    }
  }
})
