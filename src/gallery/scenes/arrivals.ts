import type { HostedFault, HostedLoginState } from '../../flows/hosted-login/hosted-login.state.ts'
import type { ImpersonateState } from '../../flows/impersonate/impersonate.state.ts'
import type { MagicLinkState } from '../../flows/magic-link/magic-link.state.ts'
import type { SocialLoginState } from '../../flows/social-login/social-login.state.ts'
import type { SsoCallbackState } from '../../flows/sso-callback/sso-callback.state.ts'
import { BUSY, IDLE } from '../../parts/failure/failure.ts'
import { DEAD_LINK, factor, OFFLINE, refused } from '../sample.ts'
import type { GalleryFlow, Scene, ScenesOf } from '../scene.ts'
import { enrolled, open } from './second-factor.sample.ts'

const asked = { parts: open({ step: 'authenticatorApp', ...enrolled() }), shows: 'Enter the code from your app' }

const magicLink: ScenesOf<MagicLinkState, 'step'> = {
  ready: {
    plain: { state: { step: 'ready', progress: IDLE }, shows: 'Almost there' },
    checking: { state: { step: 'ready', progress: BUSY }, shows: 'Almost there' },
    offline: { state: { step: 'ready', progress: OFFLINE }, shows: 'We can’t reach the server' },
    'dead-link': {
      state: { step: 'ready', progress: DEAD_LINK },
      shows: 'This link has expired. Request a new one.',
    },
    incomplete: { state: { step: 'ready', progress: IDLE }, query: ' ', shows: 'This link is incomplete' },
  },
  secondFactor: { plain: { state: { step: 'secondFactor', mfaRequest: factor, progress: IDLE }, ...asked } },
  success: { plain: { state: { step: 'success', progress: IDLE }, shows: 'You’re signed in' } },
}

const sso: ScenesOf<SsoCallbackState, 'step'> = {
  postLogin: { plain: { state: { step: 'postLogin', progress: BUSY }, shows: 'Signing you in' } },
  confirmAccountChange: {
    plain: {
      state: { step: 'confirmAccountChange', email: 'ada@acme.test', progress: IDLE },
      shows: 'Switch accounts?',
    },
  },
  loginWithTwoFactor: {
    plain: { state: { step: 'loginWithTwoFactor', mfaRequest: factor, progress: IDLE }, ...asked },
  },
  loginWithSSOFailed: {
    plain: {
      state: { step: 'loginWithSSOFailed', progress: refused('We couldn’t use your company’s response.') },
      shows: 'We couldn’t sign you in',
    },
  },
  notStarted: {
    plain: {
      state: { step: 'notStarted', reason: 'unknown', progress: IDLE },
      shows: 'This sign-in has expired',
    },
    denied: {
      state: { step: 'notStarted', reason: 'denied', progress: IDLE },
      shows: 'Your identity provider declined the sign-in',
    },
    refused: {
      state: { step: 'notStarted', reason: 'refused', code: 'saml_encryption', progress: IDLE },
      shows: 'We couldn’t accept the sign-in from your identity provider',
    },
  },
  success: { plain: { state: { step: 'success', progress: IDLE }, shows: 'You’re signed in' } },
}

const social: ScenesOf<SocialLoginState, 'step'> = {
  postLogin: {
    plain: { state: { step: 'postLogin', progress: BUSY }, shows: 'We’re verifying your sign-in with the provider' },
  },
  secondFactor: {
    plain: { state: { step: 'secondFactor', mfaRequest: factor, isNewUser: false, progress: IDLE }, ...asked },
  },
  failed: {
    plain: {
      state: { step: 'failed', progress: refused('The account at the provider has no verified email.') },
      shows: 'We couldn’t sign you in',
    },
  },
  notStarted: {
    plain: {
      state: { step: 'notStarted', reason: 'unknown', progress: IDLE },
      shows: 'This sign-in has expired',
    },
    denied: { state: { step: 'notStarted', reason: 'denied', progress: IDLE }, shows: 'The sign-in was canceled' },
  },
  success: {
    plain: { state: { step: 'success', isNewUser: false, progress: IDLE }, shows: 'You’re signed in' },
    'new-user': { state: { step: 'success', isNewUser: true, progress: IDLE }, shows: 'Welcome' },
  },
}

/** The faults by the text that the card shows. */
const FAULTS: Readonly<Record<HostedFault, string>> = {
  'no-response': 'There’s no sign-in to complete here',
  'malformed-response': 'couldn’t verify the response',
  'unknown-flow': 'was started in another browser',
  'other-provider': 'The response came from an unexpected',
  denied: 'The sign-in was canceled',
  'provider-error': 'reported an error',
  refused: 'has expired',
  network: 'The connection was lost',
  'bad-token': 'couldn’t verify your sign-in',
  unavailable: 'We can’t reach the sign-in page',
}

const faults = Object.fromEntries(
  Object.entries(FAULTS).map(([fault, shows]) => [
    fault,
    { state: { step: 'failed', fault: fault as HostedFault, returnTo: undefined }, shows }, // the keys are the faults
  ]),
) as Record<HostedFault, Scene<Extract<HostedLoginState, { step: 'failed' }>>> // one entry per fault, built above

const hosted: ScenesOf<HostedLoginState, 'step'> = {
  idle: { plain: { state: { step: 'idle' }, shows: 'Redirecting to sign-in' } },
  leaving: { plain: { state: { step: 'leaving' }, shows: 'Redirecting to sign-in' } },
  finishing: { plain: { state: { step: 'finishing' }, shows: 'Signing you in' } },
  success: { plain: { state: { step: 'success' }, shows: 'You’re signed in' } },
  failed: faults,
}

const impersonate: ScenesOf<ImpersonateState, 'step'> = {
  impersonating: { plain: { state: { step: 'impersonating' }, shows: 'Starting impersonation' } },
  linkIncomplete: { plain: { state: { step: 'linkIncomplete' }, shows: 'This link is incomplete or has expired' } },
  failed: {
    plain: {
      state: { step: 'failed', failure: { kind: 'refused', message: 'This link has expired. Start again.' } },
      shows: 'We couldn’t start the impersonation',
    },
    offline: { state: { step: 'failed', failure: { kind: 'offline' } }, shows: 'We can’t reach the server' },
  },
  success: { plain: { state: { step: 'success' }, shows: 'Impersonation started' } },
}

export const arrivalScenes: readonly GalleryFlow[] = [
  {
    id: 'magic-link',
    title: 'Mailed link',
    route: 'magicLinkCallbackUrl',
    branch: 'magic-link',
    around: { query: 'token=t' },
    steps: magicLink,
  },
  { id: 'sso', title: 'Back from the company', route: 'oidcRedirectUrl', branch: 'sso-callback', steps: sso },
  {
    id: 'social',
    title: 'Back from a provider',
    route: 'socialLoginCallbackUrl',
    branch: 'social-login',
    steps: social,
  },
  {
    id: 'hosted',
    title: 'Hosted login',
    route: 'loginUrl',
    branch: 'hosted-login',
    around: { settings: { hosted: true } },
    steps: hosted,
  },
  {
    id: 'impersonate',
    title: 'Visit as another user',
    route: 'impersonationUrl',
    branch: 'impersonate',
    steps: impersonate,
  },
]
