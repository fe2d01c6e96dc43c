import { expect } from 'chai'
import { BUSY, failedWith, IDLE } from '../failure/failure.ts'
import { initialSocial, type SocialEvent, type SocialState, type SocialWay, socialTransition } from './social.state.ts'

const failure = { kind: 'offline' } as const
const way: SocialWay = { id: 'google', label: 'Google', mark: 'google', logo: null, start: { kind: 'api', path: '/x' } }
const ways = [way]

const STATES = {
  empty: initialSocial,
  none: { ...initialSocial, isSettled: true },
  listed: { ways, isSettled: true, pressed: null, asking: null, progress: IDLE },
  asking: { ways, isSettled: true, pressed: null, asking: way, progress: IDLE },
  leaving: { ways, isSettled: true, pressed: 'google', asking: null, progress: BUSY },
  failed: { ways, isSettled: true, pressed: 'google', asking: null, progress: failedWith(failure) },
} as const satisfies Record<string, SocialState>

const EVENTS = {
  loaded: { type: 'loaded', ways },
  unavailable: { type: 'unavailable' },
  consentWanted: { type: 'consentWanted', way },
  consentRefused: { type: 'consentRefused' },
  pressed: { type: 'pressed', id: 'google' },
  handedOver: { type: 'handedOver' },
  failed: { type: 'failed', failure },
} as const satisfies Record<string, SocialEvent>

type Moves = Partial<Record<keyof typeof EVENTS, SocialState>>

const pressed = (state: SocialState): SocialState => ({ ...state, pressed: 'google', asking: null, progress: BUSY })
const asked = (state: SocialState): SocialState => ({ ...state, asking: way, progress: IDLE })

/** Every pair that changes the state; all others must leave it as it is. */
const MOVES: Readonly<Record<keyof typeof STATES, Moves>> = {
  empty: { consentWanted: asked(STATES.empty), pressed: pressed(STATES.empty), unavailable: STATES.none },
  none: { consentWanted: asked(STATES.none), pressed: pressed(STATES.none) },
  listed: { consentWanted: STATES.asking, pressed: STATES.leaving },
  asking: { consentWanted: STATES.asking, consentRefused: STATES.listed, pressed: STATES.leaving },
  leaving: { handedOver: STATES.listed, failed: STATES.failed },
  failed: { consentWanted: asked(STATES.failed), pressed: STATES.leaving },
}

describe('the row of social logins', () => {
  for (const name of Object.keys(STATES) as (keyof typeof STATES)[]) {
    it(`${name} and loaded: the list is stored`, () => {
      expect(socialTransition(STATES[name], EVENTS.loaded)).to.deep.equal({ ...STATES[name], ways, isSettled: true })
    })
    for (const event of Object.keys(EVENTS).filter((one) => one !== 'loaded') as (keyof typeof EVENTS)[]) {
      const expected = MOVES[name][event]
      it(`${name} and ${event}: ${expected ? 'continues' : 'nothing changes'}`, () => {
        const next = socialTransition(STATES[name], EVENTS[event])
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(STATES[name])
      })
    }
  }
})
