import type { AuthResponse } from '../../entities/auth.ts'
import type { SessionUser } from '../../feature/ports.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { settleSignIn } from '../after-login/settle-sign-in.ts'
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
