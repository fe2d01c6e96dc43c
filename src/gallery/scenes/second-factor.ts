import { BUSY } from '../../parts/failure/failure.ts'
import type { Remember, Way } from '../../parts/mfa/challenge.ts'
import type { MfaState } from '../../parts/mfa/mfa.state.ts'
import { CANCELLED, EMAIL, factor, idle, NOW, OFFLINE, PHONE, refused, WRONG_CODE } from '../sample.ts'
import type { GalleryFlow, ScenesOf } from '../scene.ts'
import { enrolled, enrolling } from './second-factor.sample.ts'

const remember: Remember = { days: 14 }
const sent = { otcToken: 'o-1', at: NOW }
const sms: Way<'SMS'> = { kind: 'SMS', deviceId: 'p-1', phoneNumber: PHONE }
const mail: Way<'EmailCode'> = { kind: 'EmailCode', email: EMAIL }
const platform = { kind: 'WebAuthnPlatform', deviceId: 'w-1' } as const
const carried = { kind: 'WebAuthnCrossPlatform', deviceId: 'w-2' } as const

const steps: ScenesOf<Exclude<MfaState, { step: 'idle' }>, 'step'> = {
  verify: {
    plain: { state: { step: 'verify', ...enrolled() }, shows: 'Choose how to confirm it’s you' },
    'set-up': { state: { step: 'verify', ...enrolling() }, shows: 'Set up two-factor authentication' },
    'none-fits': { state: { step: 'verify', ...enrolled([]) }, shows: 'No supported second factor' },
  },
  authenticatorApp: {
    plain: { state: { step: 'authenticatorApp', ...enrolled() }, shows: 'Enter the code from your app' },
    remember: { state: { step: 'authenticatorApp', ...enrolled(), remember }, shows: 'Remember this device' },
    checking: { state: { step: 'authenticatorApp', ...enrolled(), progress: BUSY }, shows: 'Enter the code from' },
    'wrong-code': {
      state: { step: 'authenticatorApp', ...enrolled(), remember, progress: WRONG_CODE },
      shows: 'This code is incorrect',
    },
    'set-up': { state: { step: 'authenticatorApp', ...enrolling() }, shows: 'Set up your authenticator app' },
    'set-up-wrong-code': {
      state: { step: 'authenticatorApp', ...enrolling(), progress: WRONG_CODE },
      shows: 'This code is incorrect',
    },
  },
  smsSetPhoneNumber: {
    plain: { state: { step: 'smsSetPhoneNumber', ...enrolling() }, shows: 'Add your phone number' },
    refused: {
      state: { step: 'smsSetPhoneNumber', ...enrolling(), progress: refused('This number can’t be used.') },
      shows: 'This number can’t be used',
    },
  },
  smsVerifyCode: {
    plain: { state: { step: 'smsVerifyCode', way: sms, sent, ...enrolled() }, shows: 'we texted to' },
    sending: {
      state: { step: 'smsVerifyCode', way: sms, sent: null, ...enrolled(), progress: BUSY },
      shows: 'We’re texting a verification code to',
    },
    'not-sent': {
      state: { step: 'smsVerifyCode', way: sms, sent: null, ...enrolled(), progress: OFFLINE },
      shows: 'We couldn’t send the code',
    },
    'wrong-code': {
      state: { step: 'smsVerifyCode', way: sms, sent, ...enrolled(), remember, progress: WRONG_CODE },
      shows: 'This code is incorrect',
    },
    'set-up': {
      state: { step: 'smsVerifyCode', way: { kind: 'SMS', phoneNumber: PHONE }, sent, ...enrolling() },
      shows: 'Change number',
    },
  },
  emailVerifyCode: {
    plain: { state: { step: 'emailVerifyCode', way: mail, sent, ...enrolled() }, shows: 'we sent to' },
    'not-sent': {
      state: { step: 'emailVerifyCode', way: mail, sent: null, ...enrolled(), progress: OFFLINE },
      shows: 'We couldn’t send the code',
    },
    'wrong-code': {
      state: { step: 'emailVerifyCode', way: mail, sent, ...enrolled(), progress: WRONG_CODE },
      shows: 'This code is incorrect',
    },
  },
  webauthn: {
    plain: { state: { step: 'webauthn', way: platform, ...enrolled() }, shows: 'Confirm with this device' },
    'security-key': { state: { step: 'webauthn', way: carried, ...enrolled() }, shows: 'Use your security key' },
    waiting: {
      state: { step: 'webauthn', way: carried, ...enrolled(), progress: BUSY },
      shows: 'Follow the instructions in your browser',
    },
    cancelled: {
      state: { step: 'webauthn', way: carried, ...enrolled(), progress: CANCELLED },
      shows: 'The request was canceled',
    },
    'set-up': {
      state: { step: 'webauthn', way: { kind: 'WebAuthnPlatform' }, ...enrolling() },
      shows: 'Set up this device',
    },
    'set-up-security-key': {
      state: { step: 'webauthn', way: { kind: 'WebAuthnCrossPlatform' }, ...enrolling() },
      shows: 'Set up a security key',
    },
  },
  recoverTwoFactor: {
    plain: { state: { step: 'recoverTwoFactor', ...enrolled() }, shows: 'Enter your recovery code' },
    'wrong-code': {
      state: { step: 'recoverTwoFactor', ...enrolled(), progress: refused('This recovery code is incorrect.') },
      shows: 'This recovery code is incorrect.',
    },
  },
  recoveryCode: {
    plain: {
      state: { step: 'recoveryCode', code: 'K7QD-2MXW-9RTB-4HNA', response: { mfaRequired: false }, ...enrolling() },
      shows: 'Save your recovery code',
    },
  },
}

/** Rendered within the sign-in, like in every other flow whose response requires it. */
export const secondFactorScenes: GalleryFlow = {
  id: 'second-factor',
  title: 'Second factor',
  route: 'loginUrl',
  branch: 'second-factor',
  around: { parts: { login: { step: 'loginWithTwoFactor', mfaRequest: factor, ...idle } } },
  steps,
}
