import type { InvitationState } from '../../flows/accept-invitation/accept-invitation.state.ts'
import type { ActivateState } from '../../flows/activate-account/activate-account.state.ts'
import type { ForgotState } from '../../flows/forgot-password/forgot-password.state.ts'
import type { ResetState } from '../../flows/forgot-password/reset-password.state.ts'
import type { PhoneResetState } from '../../flows/reset-phone-number/reset-phone-number.state.ts'
import type { SignUpState } from '../../flows/sign-up/sign-up.state.ts'
import { BUSY, IDLE } from '../../parts/failure/failure.ts'
import {
  busy,
  DEAD_LINK,
  EMAIL,
  enrollment,
  factor,
  idle,
  LIMITED,
  NOW,
  OFFLINE,
  policy,
  refused,
  WRONG_CODE,
} from '../sample.ts'
import type { GalleryFlow, ScenesOf } from '../scene.ts'
import { enrolled, enrolling, open } from './second-factor.sample.ts'

const rules = { minLength: 10, maxLength: 64, minOptionalTestsToPass: 2 }
const USED_BEFORE = refused('Choose a password you haven’t used before.')

const form: SignUpState & { stage: 'SignUp' } = { stage: 'SignUp', rules, progress: IDLE }
const mailed = { stage: 'SignUpSuccess', kind: 'activate', sentAt: NOW, ...idle } as const

const signUp: ScenesOf<SignUpState, 'stage'> = {
  SignUp: {
    plain: { state: form, shows: 'Create your Acme account' },
    'every-field': {
      state: form,
      settings: {
        theme: {
          loginBox: {
            signup: {
              fieldsProperties: { phoneNumber: { enabled: true } },
              disclaimer: { hasCheckbox: true, terms: { enabled: true }, privacy: { enabled: true } },
            },
          },
        },
      },
      shows: 'Phone number (optional)',
    },
    sending: { state: { ...form, progress: BUSY }, shows: 'Create your Acme account' },
    refused: {
      state: { ...form, progress: refused('An account with this email address already exists.') },
      shows: 'An account with this email',
    },
    offline: { state: { ...form, progress: OFFLINE }, shows: 'We can’t reach the server' },
    closed: {
      state: form,
      settings: { policy: { ...policy, allowSignups: false } },
      shows: 'Sign-up is by invitation only',
    },
  },
  SecondFactor: {
    plain: {
      state: { stage: 'SecondFactor', mfaRequest: enrollment, ...idle },
      parts: open({ step: 'verify', ...enrolling() }),
      shows: 'Set up two-factor authentication',
    },
  },
  SignUpSuccess: {
    plain: { state: mailed, shows: 'We sent an activation link to ada@acme.test' },
    'new-link': { state: { ...mailed, sentAt: NOW - 60_000 }, shows: 'Send a new link' },
    'not-sent': { state: { ...mailed, sentAt: NOW - 60_000, progress: LIMITED }, shows: 'Try again in 42 seconds' },
    'signed-in': { state: { stage: 'SignUpSuccess', kind: 'signedIn', ...idle }, shows: 'Your account is ready' },
    'sign-in': { state: { stage: 'SignUpSuccess', kind: 'signIn', ...idle }, shows: 'Sign in' },
  },
}

const activate: ScenesOf<ActivateState, 'step'> = {
  activating: {
    plain: { state: { step: 'activating', progress: BUSY }, shows: 'Verifying your link' },
    'dead-link': { state: { step: 'activating', progress: DEAD_LINK }, shows: 'This link has expired' },
    offline: { state: { step: 'activating', progress: OFFLINE }, shows: 'Try again' },
    incomplete: { state: { step: 'activating', progress: refused('') }, shows: 'This link is incomplete' },
  },
  activatingForm: {
    plain: { state: { step: 'activatingForm', rules, email: EMAIL, progress: IDLE }, shows: 'Choose your password' },
    saving: { state: { step: 'activatingForm', rules, email: EMAIL, progress: BUSY }, shows: 'Choose your password' },
    refused: {
      state: { step: 'activatingForm', rules, email: EMAIL, progress: USED_BEFORE },
      shows: 'Choose a password you have',
    },
  },
  secondFactor: {
    plain: {
      state: { step: 'secondFactor', mfaRequest: factor, progress: IDLE },
      parts: open({ step: 'authenticatorApp', ...enrolled() }),
      shows: 'Enter the code from your app',
    },
  },
  success: {
    plain: { state: { step: 'success', signedIn: true }, shows: 'Your account is active' },
    'sign-in': { state: { step: 'success', signedIn: false }, shows: 'Redirecting to sign-in' },
  },
  resend: {
    plain: { state: { step: 'resend', progress: IDLE, sent: false }, shows: 'Get a new activation link' },
    sent: { state: { step: 'resend', progress: IDLE, sent: true }, shows: 'Check your email' },
    'not-sent': { state: { step: 'resend', progress: OFFLINE, sent: false }, shows: 'We can’t reach the server' },
  },
}

const invitation: ScenesOf<InvitationState, 'step'> = {
  validate: { plain: { state: { step: 'validate' }, shows: 'Join Acme' } },
  invalid: { plain: { state: { step: 'invalid' }, shows: 'This invitation link is incomplete' } },
  pending: { plain: { state: { step: 'pending' }, shows: 'Join Acme' } },
  success: { plain: { state: { step: 'success' }, shows: 'Invitation accepted' } },
  failed: {
    plain: {
      state: { step: 'failed', failure: { kind: 'refused', message: 'This link has expired. Request a new one.' } },
      shows: 'This link has expired',
    },
    offline: { state: { step: 'failed', failure: { kind: 'offline' } }, shows: 'We can’t reach the server' },
  },
}

const forgot: ScenesOf<ForgotState, 'step'> = {
  forgotPassword: {
    plain: { state: { step: 'forgotPassword', ...idle }, shows: 'Reset your password' },
    sending: { state: { step: 'forgotPassword', ...busy }, shows: 'Reset your password' },
    'too-often': { state: { step: 'forgotPassword', email: EMAIL, progress: LIMITED }, shows: 'Try again in 42' },
  },
  success: { plain: { state: { step: 'success', email: EMAIL }, shows: 'Check your email' } },
}

const reset: ScenesOf<ResetState, 'step'> = {
  resetPassword: {
    plain: { state: { step: 'resetPassword', rules, email: EMAIL, progress: IDLE }, shows: 'Choose a new password' },
    saving: { state: { step: 'resetPassword', rules, email: EMAIL, progress: BUSY }, shows: 'Choose a new password' },
    'used-before': {
      state: { step: 'resetPassword', rules, email: EMAIL, progress: USED_BEFORE },
      shows: 'haven’t used before',
    },
    'dead-link': {
      state: { step: 'resetPassword', rules, email: EMAIL, progress: DEAD_LINK },
      shows: 'This link has expired',
    },
  },
  linkIncomplete: { plain: { state: { step: 'linkIncomplete' }, shows: 'This link is incomplete' } },
  success: { plain: { state: { step: 'success' }, shows: 'Password reset' } },
}

const mailedCode = { step: 'VerifyResetPhoneNumber', resetPhoneNumberToken: 'r', sentAt: NOW, ...idle } as const
const newNumber = { step: 'ChangePhoneNumber', changePhoneNumberToken: 'c', ...idle } as const

const phone: ScenesOf<PhoneResetState, 'step'> = {
  ResetPhoneNumber: {
    plain: { state: { step: 'ResetPhoneNumber', ...idle }, shows: 'Change your phone number' },
    offline: { state: { step: 'ResetPhoneNumber', email: EMAIL, progress: OFFLINE }, shows: 'We can’t reach' },
  },
  VerifyResetPhoneNumber: {
    plain: { state: mailedCode, shows: 'Check your email' },
    'wrong-code': { state: { ...mailedCode, progress: WRONG_CODE }, shows: 'This code is incorrect' },
  },
  ChangePhoneNumber: {
    plain: { state: newNumber, shows: 'Enter your new phone number' },
    refused: { state: { ...newNumber, progress: refused('This number can’t be used.') }, shows: 'This number can’t' },
  },
  done: { plain: { state: { step: 'done', ...busy }, shows: 'Phone number saved' } },
}

export const accountScenes: readonly GalleryFlow[] = [
  { id: 'sign-up', title: 'Sign-up', route: 'signUpUrl', branch: 'sign-up', steps: signUp },
  { id: 'activate', title: 'Activation', route: 'activateUrl', branch: 'activate-account', steps: activate },
  {
    id: 'invitation',
    title: 'Invitation',
    route: 'acceptInvitationUrl',
    branch: 'accept-invitation',
    steps: invitation,
  },
  { id: 'forgot', title: 'Forgotten password', route: 'forgetPasswordUrl', branch: 'forgot-password', steps: forgot },
  { id: 'reset', title: 'New password', route: 'resetPasswordUrl', branch: 'reset-password', steps: reset },
  { id: 'phone', title: 'New phone number', route: 'resetPhoneNumberUrl', branch: 'reset-phone-number', steps: phone },
]
