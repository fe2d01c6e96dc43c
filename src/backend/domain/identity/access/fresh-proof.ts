import type { AuthRequest } from '../../../call/auth.ts'
import { forbidden, staleSignIn } from '../../../call/refusal.ts'
import { factorsOf } from '../mfa/factors.ts'
import { provenAt } from './factor-proof.ts'
import { assertRecentProof, RECENT_SECONDS } from './recent-proof.ts'

const IMPERSONATED_TOO_LONG = 'To do this while impersonating a user, end the impersonation and start it again first'

/**
 * Requires fresh proof before the protection of an account is weakened: a second factor if the caller has one, else a
 * recent sign-in. API tokens pass, because a program can prove nothing.
 *
 * @throws Refusal 401 with the challenge of RFC 9470 §3; 403 while impersonating
 */
export const assertFreshProof = async (call: AuthRequest): Promise<void> => {
  const { ports, auth } = call
  if (auth.machine) return
  const seconds = ports.config.freshProofSeconds ?? RECENT_SECONDS
  const now = ports.clock.now() / 1_000
  if (auth.session.actorId !== null) {
    // The proofs in the session are the user's. The impersonator proved that it's them when the impersonation began.
    if (now - auth.session.createdAt / 1_000 > seconds) throw forbidden(IMPERSONATED_TOO_LONG)
    return
  }
  if (auth.user.mfaEnrolled && (await factorsOf(ports.store, auth.user.id)).length > 0) return assertRecentProof(call)
  // The token may be of another account, whose provider this one doesn't trust.
  const here = (await provenAt(ports, auth.session, auth.tenantId)) / 1_000
  const claimed = auth.claims.auth_time
  if (typeof claimed !== 'number' || now - Math.min(claimed, Math.floor(here)) > seconds)
    throw staleSignIn(RECENT_SECONDS)
}
