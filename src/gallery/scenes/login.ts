import type { SocialProvider } from '../../entities/social.ts'
import type { LoginState } from '../../flows/login/login.state.ts'
import type { PasskeyPromptState } from '../../flows/login/passkey-prompt/passkey-prompt.state.ts'
import type { SignInOptionsState } from '../../flows/login/sign-in-options/sign-in-options.state.ts'
import { BUSY, IDLE } from '../../parts/failure/failure.ts'
import type { SocialState, SocialWay } from '../../parts/social/social.state.ts'
import {
  busy,
  CANCELLED,
  EMAIL,
  enrollment,
  factor,
  idle,
  LIMITED,
  NOT_CREATED,
  NOW,
  OFFLINE,
  PHONE,
  policy,
  refused,
  SLOW,
  sent,
  sentEarlier,
  WRONG_CODE,
  withSecondary,
} from '../sample.ts'
import type { GalleryFlow, ScenesOf } from '../scene.ts'
import { enrolled, enrolling, open } from './second-factor.sample.ts'

const LABELS: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  slack: 'Slack',
}

const wayTo = (mark: SocialWay['mark'], label: string): SocialWay => ({
  id: mark,
  label,
  mark,
  logo: null,
  start: { kind: 'api', path: '/' },
})

/** All named providers, and one of the vendor's own. */
const socialMethods: readonly SocialWay[] = [
  ...Object.entries(LABELS).map(([mark, label]) => wayTo(mark as SocialProvider, label)), // the keys are the providers
  wayTo('custom', 'Acme Connect'),
]

type Branches = { extras?: SignInOptionsState; social?: SocialState; offers?: PasskeyPromptState }

const partsOf = ({ extras, social, offers }: Branches) => ({
  ...(extras ? { 'login-sign-in-options': extras } : {}),
  ...(social ? { 'social-ways': social } : {}),
  ...(offers ? { 'login-passkey-prompt': offers } : {}),
})

const start: LoginState & { step: 'preLogin' } = { step: 'preLogin', email: '', progress: IDLE }
const known = { ...start, email: EMAIL }

const passkeys = { settings: { strategies: withSecondary('Passkeys') } }
const everything = {
  settings: { strategies: withSecondary('Passkeys', 'WebAuthnPlatform', 'WebAuthnCrossPlatform', 'SmsCode') },
}
const NO_EXTRAS: SignInOptionsState = { way: null, progress: IDLE, wanted: null }
const SOCIAL: SocialState = { ways: socialMethods, isSettled: true, pressed: null, asking: null, progress: IDLE }
const [first] = socialMethods
const NO_OFFER: PasskeyPromptState = { progress: IDLE, phone: null }
const offer = (offers: Partial<PasskeyPromptState>) => ({ parts: partsOf({ offers: { ...NO_OFFER, ...offers } }) })
const pin = { phoneNumber: PHONE, changePhoneId: 'c-1', at: NOW }

const preLogin: ScenesOf<LoginState, 'step'>['preLogin'] = {
  plain: { state: start, shows: 'Sign in to Acme' },
  'looking-up': { state: { ...known, progress: BUSY }, shows: 'Continue' },
  offline: { state: { ...known, progress: OFFLINE }, shows: 'We can’t reach the server' },
  slow: { state: { ...known, progress: SLOW }, shows: 'The server took too long' },
  'too-often': { state: { ...known, progress: LIMITED }, shows: 'Try again in 42 seconds' },
  refused: {
    state: { ...known, progress: refused("We're facing some difficulties, Please try again") },
    shows: "We're facing some difficulties",
  },
  'factor-removed': { state: { ...known, notice: 'recovered' }, shows: 'Two-factor authentication was turned off' },
  'no-sign-up': { state: start, settings: { policy: { ...policy, allowSignups: false } }, shows: 'Sign in to Acme' },
  'every-way': {
    state: start,
    ...everything,
    parts: partsOf({ social: SOCIAL }),
    remembered: { userId: 'u-1', 'u-1-internal': 'true' },
    shows: 'Continue with Google',
  },
  'our-mark': {
    state: start,
    settings: { vendor: { name: 'Acme', logo: '', icon: '', whiteLabelMode: false } },
    shows: 'Secured by Front Entry',
  },
  'passkey-waiting': {
    state: start,
    ...passkeys,
    parts: partsOf({ extras: { ...NO_EXTRAS, way: 'passkey', progress: BUSY } }),
    shows: 'Follow the instructions in your browser',
  },
  'passkey-cancelled': {
    state: start,
    ...passkeys,
    parts: partsOf({ extras: { ...NO_EXTRAS, way: 'passkey', progress: CANCELLED } }),
    shows: 'The request was canceled',
  },
  'quick-login-wanted': {
    state: start,
    ...everything,
    parts: partsOf({ extras: { ...NO_EXTRAS, wanted: 'internal' } }),
    shows: 'Sign in as usual first',
  },
  'social-consent': {
    state: start,
    parts: partsOf({ social: { ...SOCIAL, asking: first ?? null } }),
    shows: 'Continue with Google?',
  },
  'social-leaving': {
    state: start,
    parts: partsOf({ social: { ...SOCIAL, pressed: first?.id ?? null, progress: BUSY } }),
    shows: 'Continue with Google',
  },
  'social-refused': {
    state: start,
    parts: partsOf({ social: { ...SOCIAL, pressed: first?.id ?? null, progress: refused('') } }),
    shows: 'This sign-in option is unavailable right now',
  },
  invited: {
    state: start,
    query: 'invitationToken=t',
    responses: { '/verify': { name: 'Globex' } },
    shows: 'You’ve been invited to join Globex',
  },
  'invitation-failed': {
    state: start,
    query: 'invitationToken=t',
    responses: { '/verify': { errors: ['No'] } },
    shows: 'We couldn’t verify your invitation',
  },
}

const steps: ScenesOf<LoginState, 'step'> = {
  preLogin,
  loginWithPasskey: { plain: { state: { step: 'loginWithPasskey', ...busy }, shows: 'Verifying your passkey' } },
  loginWithPassword: {
    plain: { state: { step: 'loginWithPassword', ...idle }, shows: 'Enter your password' },
    checking: { state: { step: 'loginWithPassword', ...busy }, shows: 'Enter your password' },
    'wrong-password': {
      state: { step: 'loginWithPassword', email: EMAIL, progress: refused('Incorrect email or password') },
      shows: 'Incorrect email or password',
    },
    'locked-out': {
      state: {
        step: 'loginWithPassword',
        email: EMAIL,
        progress: refused('This account is locked. Ask your administrator to unlock it.'),
      },
      shows: 'This account is locked',
    },
    'too-often': {
      state: { step: 'loginWithPassword', email: EMAIL, progress: LIMITED },
      shows: 'Try again in 42 seconds',
    },
    offline: { state: { step: 'loginWithPassword', email: EMAIL, progress: OFFLINE }, shows: 'We can’t reach' },
  },
  redirectToSSO: {
    plain: {
      state: { step: 'redirectToSSO', url: 'https://idp.invalid/', ...busy },
      shows: 'Redirecting to your company’s sign-in page',
    },
  },
  loginWithOtc: {
    plain: { state: { step: 'loginWithOtc', ...sent }, shows: 'we sent to ada@acme.test' },
    'new-code': { state: { step: 'loginWithOtc', ...sentEarlier }, shows: 'Send a new code' },
    checking: { state: { step: 'loginWithOtc', ...sent, ...busy }, shows: 'Check your email' },
    'wrong-code': { state: { step: 'loginWithOtc', ...sent, progress: WRONG_CODE }, shows: 'This code is incorrect' },
  },
  loginWithSmsOtc: {
    plain: { state: { step: 'loginWithSmsOtc', ...sent }, shows: `we texted to ${PHONE}` },
    'new-code': { state: { step: 'loginWithSmsOtc', ...sentEarlier }, shows: 'Send a new code' },
    'wrong-code': {
      state: { step: 'loginWithSmsOtc', ...sent, progress: WRONG_CODE },
      shows: 'This code is incorrect',
    },
  },
  loginWithQuickSmsOtc: {
    plain: { state: { step: 'loginWithQuickSmsOtc', userId: 'u-1', ...sent }, shows: 'Check your phone' },
    'wrong-code': {
      state: { step: 'loginWithQuickSmsOtc', userId: 'u-1', ...sent, progress: WRONG_CODE },
      shows: 'This code is incorrect',
    },
  },
  magicLinkPreLoginSuccess: {
    plain: { state: { step: 'magicLinkPreLoginSuccess', ...sent }, shows: 'We sent a sign-in link to ada@acme.test' },
    'new-link': { state: { step: 'magicLinkPreLoginSuccess', ...sentEarlier }, shows: 'Send a new link' },
    'not-sent': {
      state: { step: 'magicLinkPreLoginSuccess', ...sentEarlier, progress: OFFLINE },
      shows: 'We can’t reach the server',
    },
  },
  loginWithTwoFactor: {
    plain: {
      state: { step: 'loginWithTwoFactor', mfaRequest: factor, ...idle },
      parts: open({ step: 'authenticatorApp', ...enrolled() }),
      shows: 'Enter the code from your app',
    },
  },
  forceTwoFactor: {
    plain: {
      state: { step: 'forceTwoFactor', mfaRequest: enrollment, ...idle },
      parts: open({ step: 'verify', ...enrolling() }),
      shows: 'Set up two-factor authentication',
    },
  },
  breachedPassword: {
    plain: { state: { step: 'breachedPassword', ...idle }, shows: 'Choose a new password' },
    sending: { state: { step: 'breachedPassword', ...busy }, shows: 'Choose a new password' },
    'not-sent': { state: { step: 'breachedPassword', email: EMAIL, progress: OFFLINE }, shows: 'We can’t reach' },
  },
  breachedPasswordSuccess: {
    plain: { state: { step: 'breachedPasswordSuccess', ...idle }, shows: 'Check your email' },
  },
  promptPasskeys: {
    plain: { state: { step: 'promptPasskeys', ...busy }, shows: 'Sign in faster next time' },
    waiting: {
      state: { step: 'promptPasskeys', ...busy },
      ...offer({ progress: BUSY }),
      shows: 'Follow the instructions',
    },
    cancelled: {
      state: { step: 'promptPasskeys', ...busy },
      ...offer({ progress: NOT_CREATED }),
      shows: 'The request was canceled',
    },
  },
  registerQuickLogin: {
    plain: { state: { step: 'registerQuickLogin', strategy: 'internal', ...busy }, shows: 'Sign in with this device' },
    'usb-key': {
      state: { step: 'registerQuickLogin', strategy: 'usb-key', ...busy },
      shows: 'Sign in with a security key',
    },
    android: { state: { step: 'registerQuickLogin', strategy: 'android', ...busy }, shows: 'Sign in with this phone' },
    waiting: {
      state: { step: 'registerQuickLogin', strategy: 'usb-key', ...busy },
      ...offer({ progress: BUSY }),
      shows: 'Follow the instructions in your browser',
    },
    cancelled: {
      state: { step: 'registerQuickLogin', strategy: 'internal', ...busy },
      ...offer({ progress: NOT_CREATED }),
      shows: 'The request was canceled',
    },
    sms: { state: { step: 'registerQuickLogin', strategy: 'sms', ...busy }, shows: 'Sign in with a text message' },
    'sms-refused': {
      state: { step: 'registerQuickLogin', strategy: 'sms', ...busy },
      ...offer({ progress: refused('This number can’t be used.') }),
      shows: 'This number can’t be used',
    },
    'sms-code': {
      state: { step: 'registerQuickLogin', strategy: 'sms', ...busy },
      ...offer({ phone: pin }),
      shows: `we texted to ${PHONE}`,
    },
    'sms-wrong-code': {
      state: { step: 'registerQuickLogin', strategy: 'sms', ...busy },
      ...offer({ phone: pin, progress: WRONG_CODE }),
      shows: 'This code is incorrect',
    },
  },
  success: { plain: { state: { step: 'success', ...busy }, shows: 'You’re signed in' } },
}

export const loginScenes: GalleryFlow = { id: 'login', title: 'Sign-in', route: 'loginUrl', branch: 'login', steps }
