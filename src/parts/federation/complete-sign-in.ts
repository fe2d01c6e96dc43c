import type { AuthResponse } from '../../entities/auth.ts'
import type { SessionUser } from '../../feature/ports.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import type { AuthRoutes } from '../../rules/auth-routes.ts'
import { goAfterLogin, settleSignIn } from '../after-login/after-login.ts'
import { type Failure, failureOf, LOGIN_FAILED } from '../failure/failure.ts'

type Failed = { type: 'failed'; failure: Failure }
type Progress = { type: 'submitted' } | Failed

const REFUSED: Failed = { type: 'failed', failure: { kind: 'refused', message: LOGIN_FAILED } }

/**
 * Returns the event for a sign-in response: a second factor is required, the user is signed in, or the sign-in failed.
 */
export const settleCallback = async <Event>(
  deps: FeatureDeps,
  response: AuthResponse,
  signedIn: (user: SessionUser) => Event,
): Promise<Event | Failed | { type: 'mfaRequired'; mfaRequest: AuthResponse }> => {
  const taken = await settleSignIn(deps, response)
  if (taken.kind === 'mfaRequired') return { type: 'mfaRequired', mfaRequest: taken.mfaRequest }
  return taken.kind === 'signedIn' ? signedIn(taken.user) : REFUSED
}

/** Sends `submitted`, then the event of `work`, or its failure. */
export const submitWith =
  <Event>(send: (event: Event | Progress) => void) =>
  async (work: () => Promise<Event>): Promise<void> => {
    send({ type: 'submitted' })
    try {
      send(await work())
    } catch (error) {
      send({ type: 'failed', failure: failureOf(error, LOGIN_FAILED) })
    }
  }

/** Redirects to one of our own routes. */
export const goToRoute = ({ navigator, settings: read }: FeatureDeps, name: keyof AuthRoutes): void => {
  const settings = read()
  navigator.go(routeHref(settings.routes[name] ?? '/', settings))
}

/** Redirects a signed-in user to the app after a callback that this browser hasn't started. */
export const resumeCallback = (deps: FeatureDeps, state: { step: string; reason?: string }): void => {
  if (state.step === 'notStarted' && state.reason === 'unknown') void goAfterLogin(deps)
}
