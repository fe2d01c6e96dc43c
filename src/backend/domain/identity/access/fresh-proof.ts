import type { SignedRequest } from '../../../call/auth.ts'
import { forbidden, staleSignIn } from '../../../call/refusal.ts'
import { factorsOf } from '../mfa/factors.ts'
import { assertRecentProof, RECENT_SECONDS } from './recent-proof.ts'

type Signed = Pick<SignedRequest, 'ports' | 'auth'>

const IMPERSONATED_TOO_LONG = 'To do this while impersonating a user, end the impersonation and start it again first'

/**
 * Before what weakens the protection of an account: the caller proves again that the session is theirs, by a second
 * factor if they have one, else in the way they sign in. A program that calls with an API token can prove nothing.
 *
 * @throws Refusal 401 with the challenge of RFC 9470 §3; 403 while impersonating
 */
export const assertFreshProof = async (call: Signed): Promise<void> => {
  const { ports, auth } = call
  if (auth.machine) return
  const seconds = ports.config.freshProofSeconds ?? RECENT_SECONDS
  const now = ports.clock.now() / 1_000
  if (auth.session.actorId !== null) {
    // The user's proofs aren't the impersonator's, who proved that it's them when the impersonation began.
    if (now - auth.session.createdAt / 1_000 > seconds) throw forbidden(IMPERSONATED_TOO_LONG)
    return
  }
  if (auth.user.mfaEnrolled && (await factorsOf(ports.store, auth.user.id)).length > 0) return assertRecentProof(call)
  const provenAt = auth.claims.auth_time
  if (typeof provenAt !== 'number' || now - provenAt > seconds) throw staleSignIn(RECENT_SECONDS)
}
