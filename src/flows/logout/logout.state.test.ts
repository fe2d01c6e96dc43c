import { expect } from 'chai'
import { initialLogout, type LogoutEvent, type LogoutState, logoutTransition } from './logout.state.ts'

const MOVES: readonly [from: LogoutState['step'], event: LogoutEvent['type'], to: LogoutState['step']][] = [
  ['waiting', 'started', 'signingOut'],
  ['waiting', 'ended', 'waiting'],
  ['signingOut', 'started', 'signingOut'],
  ['signingOut', 'ended', 'waiting'],
]

describe('the logout page', () => {
  it('begins by waiting', () => {
    expect(initialLogout.step).to.equal('waiting')
  })

  for (const [step, type, to] of MOVES)
    it(`goes from ${step} on ${type} to ${to}`, () => {
      const state = { step }
      const next = logoutTransition(state, { type })
      expect(next.step).to.equal(to)
      // An event that changes nothing must not cause another render.
      expect(next === state).to.equal(step === to)
    })
})
