import { expect } from 'chai'
import type { AuthResponse } from '../../entities/auth.ts'
import { BUSY, failedWith, IDLE } from '../failure/failure.ts'
import { type Challenge, challengeOf, rememberOf, type Way } from './challenge.ts'
import { initialMfa, type MfaEvent, type MfaState, mfaTransition } from './mfa.state.ts'

const failure = { kind: 'refused', message: 'No' } as const
const app: Way = { kind: 'AuthenticatorApp' }
const phone = { kind: 'SMS', deviceId: 'd-1', phoneNumber: '*** 43' } as const
const mail = { kind: 'EmailCode', email: 'mia@acme.test' } as const
const key = { kind: 'WebAuthnCrossPlatform', deviceId: 'k-1' } as const
const response: AuthResponse = { mfaRequired: false, accessToken: 'token' }
const enrolled: Challenge = { mfaToken: 'm', email: mail.email, isEnrolled: true, ways: [app, phone, mail] }
const missing: Challenge = { ...enrolled, isEnrolled: false, ways: [app, { kind: 'SMS', phoneNumber: '' }, mail] }
const again: Challenge = { ...enrolled, isStepUp: true }
const single: Challenge = { ...enrolled, ways: [phone] }

const idle = { challenge: enrolled, remember: null, progress: IDLE } as const
const busy = { ...idle, progress: BUSY } as const
const forced = { ...idle, challenge: missing } as const
const code = { otcToken: 'o-1', at: 1 }
const newPhone = { kind: 'SMS', phoneNumber: '+12025550143' } as const

const STATES = {
  idle: initialMfa,
  ways: { step: 'verify', ...idle },
  app: { step: 'authenticatorApp', ...idle },
  checkingApp: { step: 'authenticatorApp', ...busy },
  texting: { step: 'smsVerifyCode', way: phone, sent: null, ...busy },
  texted: { step: 'smsVerifyCode', way: phone, sent: code, ...idle },
  onlyPhone: { step: 'smsVerifyCode', way: phone, sent: code, ...idle, challenge: single },
  mailing: { step: 'emailVerifyCode', way: mail, sent: null, ...busy },
  mailed: { step: 'emailVerifyCode', way: mail, sent: code, ...idle },
  key: { step: 'webauthn', way: key, ...idle },
  touchingKey: { step: 'webauthn', way: key, ...busy },
  steppingUp: { step: 'authenticatorApp', ...idle, challenge: again },
  recover: { step: 'recoverTwoFactor', ...idle },
  recovering: { step: 'recoverTwoFactor', ...busy },
  setPhone: { step: 'smsSetPhoneNumber', ...forced },
  settingPhone: { step: 'smsSetPhoneNumber', ...forced, progress: BUSY },
  textedNew: { step: 'smsVerifyCode', way: newPhone, sent: code, ...forced },
  enrollingApp: { step: 'authenticatorApp', ...forced, progress: BUSY },
  recoveryCode: { step: 'recoveryCode', code: 'R', response, ...forced },
} as const satisfies Record<string, MfaState>

type StateName = keyof typeof STATES

const EVENTS = {
  opened: { type: 'opened', challenge: enrolled },
  rememberKnown: { type: 'rememberKnown', remember: { days: 14 } },
  qrCodeKnown: { type: 'qrCodeKnown', qrCode: 'otpauth://x' },
  appChosen: { type: 'chosen', way: app },
  phoneChosen: { type: 'chosen', way: phone },
  newPhoneChosen: { type: 'chosen', way: { kind: 'SMS', phoneNumber: '' } },
  mailChosen: { type: 'chosen', way: mail },
  keyChosen: { type: 'chosen', way: key },
  stopped: { type: 'stopped' },
  submitted: { type: 'submitted' },
  codeSent: { type: 'codeSent', sent: { otcToken: 'o-2', at: 9 }, phoneNumber: '+12025550143' },
  enrolled: { type: 'enrolled', response, code: 'R' },
  accepted: { type: 'accepted' },
  failed: { type: 'failed', failure },
  waysWanted: { type: 'waysWanted' },
  phoneChangeWanted: { type: 'phoneChangeWanted' },
  recoveryWanted: { type: 'recoveryWanted' },
} as const satisfies Record<string, MfaEvent>

type EventName = keyof typeof EVENTS
type Moves = Partial<Record<EventName, MfaState>>
type Open = Exclude<MfaState, { step: 'idle' }>

const fresh = { otcToken: 'o-2', at: 9 }
const number = '+12025550143'
const outcomes = (state: Open): Moves => ({
  failed: { ...state, progress: failedWith(failure) },
  accepted: { ...state, progress: IDLE },
  stopped: { ...state, progress: IDLE },
  enrolled: { step: 'recoveryCode', code: 'R', response, challenge: state.challenge, remember: null, progress: IDLE },
})
const submits = (state: Open): Moves => ({ submitted: { ...state, progress: BUSY } })
const elsewhere: Moves = { waysWanted: STATES.ways, recoveryWanted: STATES.recover }
const facts = (state: Open): Moves => ({
  rememberKnown: { ...state, remember: { days: 14 } },
  qrCodeKnown: { ...state, challenge: { ...state.challenge, qrCode: 'otpauth://x' } },
})

/** Every pair that changes the state; `opened` and facts are added below. */
const MOVES: Readonly<Record<StateName, Moves>> = {
  idle: {},
  ways: {
    appChosen: STATES.app,
    phoneChosen: { ...STATES.texted, sent: null },
    newPhoneChosen: { step: 'smsSetPhoneNumber', ...idle },
    mailChosen: { ...STATES.mailed, sent: null },
    keyChosen: STATES.key,
    recoveryWanted: STATES.recover,
  },
  key: { ...submits(STATES.key), ...elsewhere },
  touchingKey: outcomes(STATES.touchingKey),
  steppingUp: { ...submits(STATES.steppingUp), waysWanted: { step: 'verify', ...idle, challenge: again } },
  app: { ...submits(STATES.app), ...elsewhere },
  checkingApp: outcomes(STATES.checkingApp),
  texting: {
    ...outcomes(STATES.texting),
    codeSent: { ...STATES.texted, way: { ...phone, phoneNumber: number }, sent: fresh },
  },
  texted: { ...submits(STATES.texted), ...elsewhere },
  onlyPhone: {
    ...submits(STATES.onlyPhone),
    recoveryWanted: { step: 'recoverTwoFactor', ...idle, challenge: single },
  },
  mailing: { ...outcomes(STATES.mailing), codeSent: { ...STATES.mailed, sent: fresh } },
  mailed: { ...submits(STATES.mailed), ...elsewhere },
  recover: { ...submits(STATES.recover), waysWanted: STATES.ways },
  recovering: outcomes(STATES.recovering),
  setPhone: { ...submits(STATES.setPhone), waysWanted: { step: 'verify', ...forced } },
  settingPhone: { ...outcomes(STATES.settingPhone), codeSent: { ...STATES.textedNew, sent: fresh } },
  textedNew: {
    ...submits(STATES.textedNew),
    waysWanted: { step: 'verify', ...forced },
    phoneChangeWanted: STATES.setPhone,
  },
  enrollingApp: outcomes(STATES.enrollingApp),
  recoveryCode: {},
}

const expectedOf = (name: StateName, event: EventName): MfaState | undefined => {
  const state: MfaState = STATES[name]
  const learns = state.step === 'idle' || state.step === 'recoveryCode' ? {} : facts(state)
  return { ...MOVES[name], ...learns, opened: STATES.ways }[event]
}

describe('the second factor', () => {
  for (const name of Object.keys(STATES) as StateName[]) {
    for (const event of Object.keys(EVENTS) as EventName[]) {
      const expected = expectedOf(name, event)
      it(`${name} and ${event}: ${expected ? `leads to ${expected.step}` : 'nothing changes'}`, () => {
        const next = mfaTransition(STATES[name], EVENTS[event])
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(STATES[name])
      })
    }
  }

  const first: readonly [string, Way[], boolean, MfaState['step']][] = [
    ['an authenticator', [app], true, 'authenticatorApp'],
    ['a phone', [phone], true, 'smsVerifyCode'],
    ['an email', [mail], true, 'emailVerifyCode'],
    ['a security key', [key], true, 'webauthn'],
    ['this device to set up', [{ kind: 'WebAuthnPlatform' }], false, 'webauthn'],
    ['nothing that this box knows', [], true, 'verify'],
    ['two phones', [phone, { ...phone, deviceId: 'd-2' }], true, 'verify'],
    ['an authenticator to set up', [app], false, 'authenticatorApp'],
    ['a phone to set up', [{ kind: 'SMS', phoneNumber: '' }], false, 'smsSetPhoneNumber'],
    ['an email to verify', [mail], false, 'emailVerifyCode'],
  ]
  for (const [title, ways, isEnrolled, step] of first) {
    it(`with ${title} starts at ${step}`, () => {
      const next = mfaTransition(initialMfa, { type: 'opened', challenge: { ...enrolled, ways, isEnrolled } })
      expect(next.step).to.equal(step)
    })
  }
})

describe('the request for a second factor', () => {
  const email = 'mia@acme.test'

  it('lists every device of an enrolled user', () => {
    const webauthn = [
      { id: 'k-1', deviceType: 'CrossPlatform', name: 'Key' },
      { id: 'k-2', deviceType: 'CrossPlatform', name: 'Key' },
      { id: 'k-3', deviceType: 'Platform', name: 'Laptop' },
    ]
    const devices = { webauthn, phones: [{ id: 'd-1', phoneNumber: '*** 43' }], authenticators: [{ id: 'a' }] }
    const mfaDevices = { ...devices, emails: [{ email }] }
    const read = challengeOf({ mfaRequired: true, mfaToken: 'm', mfaDevices }, email)
    const laptop = { kind: 'WebAuthnPlatform', deviceId: 'k-3' }
    expect(read).to.deep.equal({ mfaToken: 'm', email, isEnrolled: true, ways: [laptop, key, app, phone, mail] })
  })

  it('offers the factors that may be enrolled, and the app when none are listed', () => {
    const forced = { mfaRequired: true, mfaToken: 'm', mfaEnrolled: false }
    expect(
      challengeOf({ ...forced, mfaStrategies: ['SMS', 'WebAuthnPlatform', 'EmailCode'] }, email).ways,
    ).to.deep.equal([{ kind: 'SMS', phoneNumber: '' }, { kind: 'WebAuthnPlatform' }, mail])
    expect(challengeOf(forced, email).ways).to.deep.equal([app])
  })

  it('reads either name of the permission to remember a device, and prefers the newer one', () => {
    const mfaDeviceExpiration = 14 * 86_400
    expect(rememberOf({ isAllowedToRememberMfaDevice: true, mfaDeviceExpiration })).to.deep.equal({ days: 14 })
    expect(rememberOf({ isAllowedToRemember: true, mfaDeviceExpiration })).to.deep.equal({ days: 14 })
    const both = { isAllowedToRememberMfaDevice: false, isAllowedToRemember: true, mfaDeviceExpiration }
    expect(rememberOf(both)).to.equal(undefined)
    expect(rememberOf({ isAllowedToRememberMfaDevice: true, mfaDeviceExpiration: 0 })).to.equal(undefined)
  })
})
