import { isSteppedUp, MULTI_FACTOR_ACR } from '../../../../rules/step-up.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { insufficientAuthentication } from '../../../call/refusal.ts'
import { factorsOf } from '../mfa/factors.ts'
import { ownFactorAt, trustedFactorAt } from './factor-proof.ts'
import { assertOwnSignIn } from './own-sign-in.ts'

type Signed = Pick<SignedRequest, 'ports' | 'auth'>

/** Seconds during which a step-up replaces a new code. */
export const RECENT_SECONDS = 300

const isWithin = ({ ports }: Signed, provenAt: number | undefined, seconds: number): boolean =>
  provenAt !== undefined && ports.clock.now() - provenAt <= seconds * 1_000

/** Returns whether the user recently proved their own factor to this backend; a provider's proof doesn't count. */
export const isRecent = (call: Signed, seconds = RECENT_SECONDS): boolean =>
  isSteppedUp(call.auth.claims, Math.floor(call.ports.clock.now() / 1_000), seconds) &&
  isWithin(call, ownFactorAt(call.auth.session), seconds)

/**
 * Returns whether a user without their own factor recently proved one to a judge that the account of the call trusts.
 */
export const isRecentElsewhere = async (call: Signed, seconds = Number.POSITIVE_INFINITY): Promise<boolean> => {
  const { ports, auth } = call
  return (
    isSteppedUp(auth.claims, Math.floor(ports.clock.now() / 1_000), seconds) &&
    isWithin(call, await trustedFactorAt(ports, auth.session, auth.tenantId), seconds)
  )
}

/**
 * Requires users with a second factor to prove it again before an action that a stolen session must not perform, such
 * as adding a factor, changing a phone number or turning off a user's protection. Users without a factor pass.
 *
 * @throws Refusal 401 with the challenge of RFC 9470 §3
 */
export const assertRecentProof = async (call: Signed): Promise<void> => {
  if (!call.auth.user.mfaEnrolled || isRecent(call)) return
  const factors = await factorsOf(call.ports.store, call.auth.user.id)
  if (factors.length) throw insufficientAuthentication({ maxAge: RECENT_SECONDS, acr: MULTI_FACTOR_ACR })
}

/**
 * Checks the caller before a way to sign in is added or removed. Users with a factor prove it first, so that a stolen
 * session can't enroll a thief's phone.
 */
export const assertMayEnroll = async (call: Signed): Promise<void> => {
  await assertOwnSignIn(call)
  await assertRecentProof(call)
}
