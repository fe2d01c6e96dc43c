import { expect } from 'chai'
import { BUSY, failedWith, IDLE } from '../../parts/failure/failure.ts'
import { initialLogin, type LoginEvent, type LoginState, transition } from './login.state.ts'

const email = 'ada@acme.test'
const failure = { kind: 'refused', message: 'No' } as const
const address = 'https://idp.test/'

const STATES: Readonly<Record<string, LoginState>> = {
  empty: initialLogin,
  lookingUp: { step: 'preLogin', email, progress: BUSY },
  password: { step: 'loginWithPassword', email, progress: IDLE },
  checking: { step: 'loginWithPassword', email, progress: BUSY },
  wrong: { step: 'loginWithPassword', email, progress: failedWith(failure) },
  sso: { step: 'redirectToSSO', address, email, progress: BUSY },
  factor: { step: 'loginWithTwoFactor', email, progress: IDLE },
  forced: { step: 'forceTwoFactor', email, progress: IDLE },
  success: { step: 'success', email, progress: BUSY },
}

const EVENTS: Readonly<Record<string, LoginEvent>> = {
  emailSubmitted: { type: 'emailSubmitted', email },
  ssoFound: { type: 'ssoFound', address },
  passwordWanted: { type: 'passwordWanted' },
  passwordSubmitted: { type: 'passwordSubmitted' },
  mfaEnrolled: { type: 'mfaRequired', enrolled: true },
  mfaMissing: { type: 'mfaRequired', enrolled: false },
  signedIn: { type: 'signedIn' },
  failed: { type: 'failed', failure },
  emailChangeWanted: { type: 'emailChangeWanted' },
  restarted: { type: 'restarted' },
}

const start: LoginState = { ...initialLogin, email }

/** Every pair that means something; all others must leave the state as it is. */
const MOVES: Readonly<Record<string, Readonly<Record<string, LoginState>>>> = {
  empty: { emailSubmitted: STATES.lookingUp as LoginState, signedIn: { ...(STATES.success as LoginState), email: '' } },
  lookingUp: {
    ssoFound: STATES.sso as LoginState,
    passwordWanted: STATES.password as LoginState,
    failed: { step: 'preLogin', email, progress: failedWith(failure) },
    signedIn: STATES.success as LoginState,
  },
  password: {
    passwordSubmitted: STATES.checking as LoginState,
    emailChangeWanted: start,
    signedIn: STATES.success as LoginState,
  },
  checking: {
    mfaEnrolled: STATES.factor as LoginState,
    mfaMissing: STATES.forced as LoginState,
    failed: STATES.wrong as LoginState,
    signedIn: STATES.success as LoginState,
  },
  wrong: {
    passwordSubmitted: STATES.checking as LoginState,
    emailChangeWanted: start,
    signedIn: STATES.success as LoginState,
  },
  sso: {
    emailChangeWanted: start,
    failed: { ...(STATES.sso as LoginState), progress: failedWith(failure) },
    signedIn: STATES.success as LoginState,
  },
  factor: { emailChangeWanted: start, signedIn: STATES.success as LoginState },
  forced: { emailChangeWanted: start, signedIn: STATES.success as LoginState },
  success: {
    restarted: start,
    signedIn: STATES.success as LoginState,
    failed: { ...(STATES.success as LoginState), progress: failedWith(failure) },
  },
}

describe('the login journey', () => {
  for (const [stateName, state] of Object.entries(STATES)) {
    for (const [eventName, event] of Object.entries(EVENTS)) {
      const expected = MOVES[stateName]?.[eventName]
      it(`${stateName} and ${eventName}: ${expected ? `leads to ${expected.step}` : 'nothing changes'}`, () => {
        const next = transition(state, event)
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(state)
      })
    }
  }
})
