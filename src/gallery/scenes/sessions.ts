import type { LogoutState } from '../../flows/logout/logout.state.ts'
import type { StepUpState } from '../../flows/step-up/step-up.state.ts'
import { BUSY, IDLE } from '../../parts/failure/failure.ts'
import { factor, OFFLINE, signedIn } from '../sample.ts'
import type { GalleryFlow, Scene, ScenesOf } from '../scene.ts'
import { enrolled, open } from './second-factor.sample.ts'

const proof = enrolled()
const stepUpProof = { ...proof, challenge: { ...proof.challenge, isStepUp: true } }

const stepUp: ScenesOf<StepUpState, 'step'> = {
  starting: {
    plain: { state: { step: 'starting', progress: BUSY }, shows: 'We’re getting ready' },
    failed: { state: { step: 'starting', progress: OFFLINE }, shows: 'Something went wrong' },
  },
  proving: {
    plain: {
      state: { step: 'proving', mfaRequest: factor, progress: IDLE },
      parts: open({ step: 'verify', ...stepUpProof }),
      shows: 'This action requires two-factor authentication',
    },
  },
  noMFAEnrolledStepUp: {
    plain: { state: { step: 'noMFAEnrolledStepUp', progress: IDLE }, shows: 'Two-factor authentication required' },
  },
  success: { plain: { state: { step: 'success' }, shows: 'Verified' } },
  leaving: { plain: { state: { step: 'leaving' }, shows: 'Redirecting' } },
}

type Waiting = { [Step in LogoutState['step']]: { step: Step } }[LogoutState['step']]

const logout: ScenesOf<Waiting, 'step'> = {
  waiting: { plain: { state: { step: 'waiting' }, shows: 'Signing out' } },
  signingOut: { plain: { state: { step: 'signingOut' }, shows: 'Signing out' } },
}

const APP = 'com.acme.app://signed-in'

/** The flow has no steps of its own: the session and the host's list decide. */
const openApp: Readonly<Record<'openApp', Readonly<Record<string, Scene<null>>>>> = {
  openApp: {
    plain: {
      state: null,
      session: signedIn,
      settings: { redirect: { allowedOrigins: [APP], includeQuery: false } },
      shows: 'Open the app',
    },
    'no-app': { state: null, session: signedIn, shows: 'Continue in this browser' },
    'signed-out': { state: null, shows: 'Sign in first' },
  },
}

/** The box before any flow. */
const box: Readonly<Record<'loading' | 'loadFailed', Readonly<Record<string, Scene<null>>>>> = {
  loading: { plain: { state: null, code: 'late', shows: 'Loading sign-in' } },
  loadFailed: { plain: { state: null, code: 'lost', shows: 'Try again' } },
}

export const sessionScenes: readonly GalleryFlow[] = [
  {
    id: 'step-up',
    title: 'Step-up',
    route: 'stepUpUrl',
    branch: 'step-up',
    around: { session: signedIn },
    steps: stepUp,
  },
  { id: 'open-app', title: 'Open the app', route: 'openAppUrl', branch: 'open-app', steps: openApp },
  { id: 'logout', title: 'Sign-out', route: 'logoutUrl', branch: 'logout', steps: logout },
  { id: 'box', title: 'The box itself', route: 'signUpUrl', branch: 'none', steps: box },
]
