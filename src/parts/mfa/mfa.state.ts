import type { AuthResponse } from '../../entities/auth.ts'
import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../failure/failure.ts'
import type { Challenge, Remember, Way } from './challenge.ts'

/** A code that was sent; another one can be requested after a while. */
interface SentCode {
  otcToken: string
  /** Time it was sent, in milliseconds since the epoch. */
  at: number
}

interface Common {
  challenge: Challenge
  remember: Remember | null
  progress: Progress
}

export type KeyKind = 'WebAuthnPlatform' | 'WebAuthnCrossPlatform'

/** The steps of a second factor. `verify` is the choice between several methods. */
export type MfaState =
  | { step: 'idle' }
  | ({ step: 'verify' } & Common)
  | ({ step: 'authenticatorApp' } & Common)
  | ({ step: 'smsSetPhoneNumber' } & Common)
  | ({ step: 'smsVerifyCode'; way: Way<'SMS'>; sent: SentCode | null } & Common)
  | ({ step: 'emailVerifyCode'; way: Way<'EmailCode'>; sent: SentCode | null } & Common)
  | ({ step: 'webauthn'; way: Way<KeyKind> } & Common)
  | ({ step: 'recoverTwoFactor' } & Common)
  | ({ step: 'recoveryCode'; code: string; response: AuthResponse } & Common)

export type MfaEvent =
  | { type: 'opened'; challenge: Challenge }
  | { type: 'rememberKnown'; remember: Remember }
  | { type: 'qrCodeKnown'; qrCode: string }
  | { type: 'chosen'; way: Way }
  | { type: 'submitted' }
  | { type: 'codeSent'; sent: SentCode; phoneNumber?: string }
  | { type: 'enrolled'; response: AuthResponse; code: string }
  | { type: 'accepted' }
  /** The user canceled a ceremony, so there is nothing to report. */
  | { type: 'stopped' }
  | { type: 'failed'; failure: Failure }
  | { type: 'waysWanted' }
  | { type: 'phoneChangeWanted' }
  | { type: 'recoveryWanted' }

export const initialMfa: MfaState = { step: 'idle' }

type Open = Exclude<MfaState, { step: 'idle' }>

/** Returns whether a request is pending, or a code is needed that has not been sent yet. */
export const isBusy = (state: MfaState): boolean => state.step !== 'idle' && state.progress.kind === 'busy'

const commonOf = ({ challenge, remember }: Common): Common => ({ challenge, remember, progress: IDLE })

const wayStep = (way: Way, common: Common): Open => {
  if (way.kind === 'AuthenticatorApp') return { step: 'authenticatorApp', ...common }
  if (way.kind === 'WebAuthnPlatform' || way.kind === 'WebAuthnCrossPlatform')
    return { step: 'webauthn', way, ...common }
  if (way.kind === 'EmailCode') return { step: 'emailVerifyCode', way, sent: null, ...common }
  if (way.deviceId === undefined && !way.phoneNumber) return { step: 'smsSetPhoneNumber', ...common }
  return { step: 'smsVerifyCode', way, sent: null, ...common }
}

/** Starts with the only method, or with the choice between several. */
const entry = (common: Common): Open => {
  const [first, ...others] = common.challenge.ways
  return first && others.length === 0 ? wayStep(first, common) : { step: 'verify', ...common }
}

const atSent = (state: Open, event: Extract<MfaEvent, { type: 'codeSent' }>): Open => {
  if (!isBusy(state)) return state
  if (state.step === 'smsSetPhoneNumber') {
    const way: Way<'SMS'> = { kind: 'SMS', phoneNumber: event.phoneNumber ?? '' }
    return { step: 'smsVerifyCode', way, sent: event.sent, ...commonOf(state) }
  }
  if (state.step === 'emailVerifyCode') return { ...state, sent: event.sent, progress: IDLE }
  if (state.step !== 'smsVerifyCode') return state
  const phoneNumber = event.phoneNumber || state.way.phoneNumber
  return { ...state, way: { ...state.way, phoneNumber }, sent: event.sent, progress: IDLE }
}

const atFact = (state: Open, event: MfaEvent): Open => {
  if (event.type === 'rememberKnown') return { ...state, remember: event.remember }
  if (event.type === 'qrCodeKnown') return { ...state, challenge: { ...state.challenge, qrCode: event.qrCode } }
  return state
}

/** Handles the outcome of a submit. */
const atOutcome = (state: Open, event: MfaEvent): Open => {
  if (!isBusy(state)) return state
  if (event.type === 'failed') return { ...state, progress: failedWith(event.failure) }
  if (event.type === 'accepted' || event.type === 'stopped') return { ...state, progress: IDLE }
  if (event.type !== 'enrolled') return state
  return { step: 'recoveryCode', code: event.code, response: event.response, ...commonOf(state) }
}

/** Handles the user's actions, which are ignored while a response is pending. */
const atWish = (state: Open, event: MfaEvent): Open => {
  if (isBusy(state)) return state
  const { challenge } = state
  switch (event.type) {
    case 'submitted':
      return state.step === 'verify' ? state : { ...state, progress: BUSY }
    case 'chosen':
      return state.step === 'verify' ? wayStep(event.way, commonOf(state)) : state
    case 'waysWanted':
      if (state.step === 'recoverTwoFactor') return entry(commonOf(state))
      return challenge.ways.length > 1 && state.step !== 'verify' ? { step: 'verify', ...commonOf(state) } : state
    case 'phoneChangeWanted':
      if (state.step !== 'smsVerifyCode' || challenge.isEnrolled) return state
      return { step: 'smsSetPhoneNumber', ...commonOf(state) }
    case 'recoveryWanted':
      if (!challenge.isEnrolled || challenge.isStepUp || state.step === 'recoverTwoFactor') return state
      return { step: 'recoverTwoFactor', ...commonOf(state) }
    default:
      return state
  }
}

/** Applies an event to the state of the second factor. An event that doesn't apply returns the same state. */
export const mfaTransition = (state: MfaState, event: MfaEvent): MfaState => {
  if (event.type === 'opened') return entry({ challenge: event.challenge, remember: null, progress: IDLE })
  // The recovery code is shown only once, so only a new request removes it.
  if (state.step === 'idle' || state.step === 'recoveryCode') return state
  switch (event.type) {
    case 'rememberKnown':
    case 'qrCodeKnown':
      return atFact(state, event)
    case 'codeSent':
      return atSent(state, event)
    case 'enrolled':
    case 'accepted':
    case 'stopped':
    case 'failed':
      return atOutcome(state, event)
    default:
      return atWish(state, event)
  }
}
