import { expect } from 'chai'
import { createMemoryStorage } from '../../../kernel/storage.ts'
import { BUSY, failedWith, IDLE } from '../../../parts/failure/failure.ts'
import {
  chooseQuickLogin,
  chosenQuickLogin,
  forgetQuickLogin,
  isQuickLoginDone,
  keepQuickLogin,
  quickStrategies,
} from '../../../parts/sign-in-offer/quick-login.ts'
import {
  initialPasskeyPrompt,
  type PasskeyPromptEvent,
  type PasskeyPromptState,
  passkeyPromptTransition,
} from './passkey-prompt.state.ts'

const failure = { kind: 'refused', message: 'No' } as const
const phone = { phoneNumber: '+15550123', changePhoneId: 'c-1', at: 9 }

const STATES = {
  fresh: initialPasskeyPrompt,
  working: { progress: BUSY, phone: null },
  failed: { progress: failedWith(failure), phone: null },
  texted: { progress: IDLE, phone },
  checking: { progress: BUSY, phone },
} as const satisfies Record<string, PasskeyPromptState>

const EVENTS = {
  submitted: { type: 'submitted' },
  codeSent: { type: 'codeSent', ...phone },
  phoneChangeWanted: { type: 'phoneChangeWanted' },
  stopped: { type: 'stopped' },
  failed: { type: 'failed', failure },
  over: { type: 'over' },
} as const satisfies Record<string, PasskeyPromptEvent>

type Moves = Partial<Record<keyof typeof EVENTS, PasskeyPromptState>>

const { fresh, working, failed, texted, checking } = STATES
const MOVES: Readonly<Record<keyof typeof STATES, Moves>> = {
  fresh: { submitted: working },
  working: { codeSent: texted, stopped: fresh, failed, over: fresh },
  failed: { submitted: working, over: fresh },
  texted: { submitted: checking, phoneChangeWanted: fresh, over: fresh },
  checking: { codeSent: texted, stopped: texted, failed: { ...failed, phone }, over: fresh },
}

describe('what is offered after a sign-in', () => {
  for (const name of Object.keys(STATES) as (keyof typeof STATES)[]) {
    for (const event of Object.keys(EVENTS) as (keyof typeof EVENTS)[]) {
      const expected = MOVES[name][event]
      it(`${name} and ${event}: ${expected ? 'changes what is shown' : 'nothing changes'}`, () => {
        const next = passkeyPromptTransition(STATES[name], EVENTS[event])
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(STATES[name])
      })
    }
  }

  it('stores which method was chosen, and which one is set up for which user', () => {
    const local = createMemoryStorage()
    chooseQuickLogin(local, 'usb-key')
    expect(chosenQuickLogin(local)).to.equal('usb-key')
    forgetQuickLogin(local)
    expect(chosenQuickLogin(local)).to.equal(undefined)
    local.set('register-quick-login', 'constructor')
    expect(chosenQuickLogin(local)).to.equal(undefined)
    keepQuickLogin(local, 'mel', 'sms')
    expect(isQuickLoginDone(local, 'mel', 'sms')).to.equal(true)
    expect(isQuickLoginDone(local, 'ada', 'sms')).to.equal(false)
    expect(isQuickLoginDone(local, undefined, 'sms')).to.equal(false)
  })

  it('offers the methods that the vendor has turned on, with the names of the device', () => {
    const of = (...names: ('WebAuthnPlatform' | 'WebAuthnCrossPlatform' | 'SmsCodeV2')[]) => ({
      mainAuthStrategies: [],
      secondaryAuthStrategies: names.map((strategy) => ({ strategy, isActive: true })),
    })
    const all = of('SmsCodeV2', 'WebAuthnCrossPlatform', 'WebAuthnPlatform')
    expect(quickStrategies(all, 'Macintosh')).to.deep.equal(['internal', 'usb-key', 'sms'])
    expect(quickStrategies(all, 'Linux; Android 14')).to.deep.equal(['android', 'usb-key', 'sms'])
    expect(quickStrategies(of(), '')).to.deep.equal([])
    expect(quickStrategies(undefined, '')).to.deep.equal([])
  })
})
