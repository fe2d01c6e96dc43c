import { expect } from 'chai'
import type { AuthResponse } from '../../entities/auth.ts'
import { BUSY, failedWith, IDLE } from '../../parts/failure/failure.ts'
import { initialLogin, type LoginEvent, type LoginState } from './login.state.ts'
import { signInTransition } from './sign-in/sign-in.state.ts'

const email = 'ada@acme.test'
const failure = { kind: 'refused', message: 'No' } as const
const url = 'https://idp.test/'
const phoneNumber = '+1 *** 43'
const factor: AuthResponse = { mfaRequired: true, mfaToken: 'm-1' }
const enrollment: AuthResponse = { mfaRequired: true, mfaToken: 'm-2', mfaEnrolled: false }

const idle = { email, progress: IDLE } as const
const busy = { email, progress: BUSY } as const
const failed = { email, progress: failedWith(failure) } as const
const ssoFirst = { email, progress: failedWith({ ...failure, ssoRequired: true }) } as const
const sent = { phoneNumber, at: 1 } as const

const STATES = {
  empty: initialLogin,
  known: { step: 'preLogin', ...idle },
  lookingUp: { step: 'preLogin', ...busy },
  password: { step: 'loginWithPassword', ...idle },
  checking: { step: 'loginWithPassword', ...busy },
  wrong: { step: 'loginWithPassword', ...failed },
  needsSso: { step: 'loginWithPassword', ...ssoFirst },
  codeNeedsSso: { step: 'loginWithOtc', ...sent, ...ssoFirst },
  sso: { step: 'redirectToSSO', url, ...busy },
  mailedCode: { step: 'loginWithOtc', ...sent, ...idle },
  checkingCode: { step: 'loginWithOtc', ...sent, ...busy },
  passkey: { step: 'loginWithPasskey', ...busy },
  quickCode: { step: 'loginWithQuickSmsOtc', userId: 'u-1', ...sent, ...idle },
  checkingQuick: { step: 'loginWithQuickSmsOtc', userId: 'u-1', ...sent, ...busy },
  textedCode: { step: 'loginWithSmsOtc', ...sent, ...idle },
  checkingText: { step: 'loginWithSmsOtc', ...sent, ...busy },
  mailedLink: { step: 'magicLinkPreLoginSuccess', ...sent, ...idle },
  resendingLink: { step: 'magicLinkPreLoginSuccess', ...sent, ...busy },
  factor: { step: 'loginWithTwoFactor', mfaRequest: factor, ...idle },
  checkingFactor: { step: 'loginWithTwoFactor', mfaRequest: factor, ...busy },
  forced: { step: 'forceTwoFactor', mfaRequest: enrollment, ...idle },
  checkingForced: { step: 'forceTwoFactor', mfaRequest: enrollment, ...busy },
  breached: { step: 'breachedPassword', ...idle },
  askingReset: { step: 'breachedPassword', ...busy },
  resetSent: { step: 'breachedPasswordSuccess', ...idle },
  prompt: { step: 'promptPasskeys', ...busy },
  quick: { step: 'registerQuickLogin', strategy: 'usb-key', ...busy },
  success: { step: 'success', ...busy },
} as const satisfies Record<string, LoginState>

type StateName = keyof typeof STATES

const EVENTS = {
  emailSubmitted: { type: 'emailSubmitted', email },
  ssoFound: { type: 'ssoFound', url },
  handedOver: { type: 'handedOver' },
  passwordWanted: { type: 'passwordWanted' },
  codeMailed: { type: 'codeSent', strategy: 'Code', phoneNumber, at: 9 },
  codeTexted: { type: 'codeSent', strategy: 'SmsCode', phoneNumber, at: 9 },
  linkMailed: { type: 'codeSent', strategy: 'MagicLink', phoneNumber, at: 9 },
  submitted: { type: 'submitted' },
  checked: { type: 'checked' },
  mfaEnrolled: { type: 'mfaRequired', mfaRequest: factor },
  mfaMissing: { type: 'mfaRequired', mfaRequest: enrollment },
  breached: { type: 'breached' },
  resetSent: { type: 'resetSent' },
  recovered: { type: 'recovered' },
  passkeyChosen: { type: 'passkeyChosen' },
  quickCodeSent: { type: 'quickCodeSent', userId: 'u-1', phoneNumber, at: 9 },
  passkeyOffered: { type: 'passkeyOffered' },
  quickLoginOffered: { type: 'quickLoginOffered', strategy: 'usb-key' },
  offerOver: { type: 'offerOver' },
  signedIn: { type: 'signedIn' },
  failed: { type: 'failed', failure },
  emailChangeWanted: { type: 'emailChangeWanted' },
  ssoWanted: { type: 'ssoWanted' },
  resumed: { type: 'resumed' },
  restarted: { type: 'restarted' },
  unavailable: { type: 'unavailable' },
} as const satisfies Record<string, LoginEvent>

type Moves = Partial<Record<keyof typeof EVENTS, LoginState>>

const start: LoginState = { step: 'preLogin', ...idle }
const offered: Moves = { passkeyOffered: STATES.prompt, quickLoginOffered: STATES.quick }
const responded: Moves = {
  mfaEnrolled: STATES.factor,
  mfaMissing: STATES.forced,
  breached: STATES.breached,
  ...offered,
}
const waiting = (next: LoginState): Moves => ({ submitted: next, emailChangeWanted: start })
const signedIn = (state: LoginState): Moves => ({ signedIn: { step: 'success', email: state.email, progress: BUSY } })
/** A refused passkey returns to the first step; the offer steps handle their failures themselves. */
const failing = (state: LoginState): Moves => {
  if (state.step === 'promptPasskeys' || state.step === 'registerQuickLogin') return {}
  return { failed: { ...(state.step === 'loginWithPasskey' ? start : state), progress: failedWith(failure) } }
}
const firstStep: Moves = {
  emailSubmitted: { step: 'preLogin', ...busy },
  passkeyChosen: { step: 'loginWithPasskey', ...busy },
  quickCodeSent: { ...STATES.quickCode, at: 9 },
}
const over: Moves = { offerOver: STATES.success }

/** Every pair that changes the state; all others must leave it as it is. `signedIn` and `failed` are added below. */
const MOVES: Readonly<Record<StateName, Moves>> = {
  empty: {
    ...firstStep,
    passkeyChosen: { step: 'loginWithPasskey', email: '', progress: BUSY },
    quickCodeSent: { ...STATES.quickCode, email: '', at: 9 },
  },
  known: firstStep,
  lookingUp: {
    ssoFound: STATES.sso,
    handedOver: start,
    passwordWanted: STATES.password,
    codeMailed: { ...STATES.mailedCode, at: 9 },
    codeTexted: { ...STATES.textedCode, at: 9 },
    linkMailed: { ...STATES.mailedLink, at: 9 },
  },
  password: waiting(STATES.checking),
  checking: responded,
  wrong: waiting(STATES.checking),
  needsSso: { ...waiting(STATES.checking), ssoWanted: STATES.lookingUp },
  codeNeedsSso: { ...waiting(STATES.checkingCode), ssoWanted: STATES.lookingUp },
  sso: { emailChangeWanted: start },
  mailedCode: waiting(STATES.checkingCode),
  checkingCode: { ...responded, codeMailed: { ...STATES.mailedCode, at: 9 }, checked: STATES.mailedCode },
  passkey: responded,
  quickCode: waiting(STATES.checkingQuick),
  checkingQuick: { ...responded, quickCodeSent: { ...STATES.quickCode, at: 9 }, checked: STATES.quickCode },
  textedCode: waiting(STATES.checkingText),
  checkingText: { ...responded, codeTexted: { ...STATES.textedCode, at: 9 }, checked: STATES.textedCode },
  mailedLink: waiting(STATES.resendingLink),
  resendingLink: { ...responded, linkMailed: { ...STATES.mailedLink, at: 9 }, checked: STATES.mailedLink },
  factor: { ...waiting(STATES.checkingFactor), recovered: { ...start, step: 'preLogin', notice: 'recovered' } },
  checkingFactor: responded,
  forced: waiting(STATES.checkingForced),
  checkingForced: responded,
  breached: waiting(STATES.askingReset),
  askingReset: { resetSent: STATES.resetSent },
  resetSent: { emailChangeWanted: start },
  prompt: over,
  quick: over,
  success: { restarted: start, ...offered },
}

/** These events apply in every state except during a submit, which completes by itself. */
const entryOf = (state: LoginState): Moves => {
  const isSubmit = state.progress.kind === 'busy' && state.step !== 'preLogin' && state.step !== 'redirectToSSO'
  return {
    ...(isSubmit ? {} : { resumed: { step: 'success', email: state.email, progress: BUSY } }),
    unavailable: { step: 'preLogin', email: state.email, progress: failedWith({ kind: 'unavailable' }) },
  }
}

const expectedOf = (name: StateName, event: keyof typeof EVENTS): LoginState | undefined => {
  const state: LoginState = STATES[name]
  const fails = state.progress.kind === 'busy' ? failing(state) : {}
  return { ...MOVES[name], ...entryOf(state), ...signedIn(state), ...fails }[event]
}

describe('the login journey', () => {
  for (const name of Object.keys(STATES) as StateName[]) {
    for (const event of Object.keys(EVENTS) as (keyof typeof EVENTS)[]) {
      const expected = expectedOf(name, event)
      it(`${name} and ${event}: ${expected ? `leads to ${expected.step}` : 'nothing changes'}`, () => {
        const next = signInTransition(STATES[name], EVENTS[event])
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(STATES[name])
      })
    }
  }
})
