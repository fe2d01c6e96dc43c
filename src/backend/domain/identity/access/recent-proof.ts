import { isSteppedUp, MULTI_FACTOR_ACR } from '../../../../rules/step-up.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { insufficientAuthentication } from '../../../call/refusal.ts'
import { factorsOf } from '../mfa/factors.ts'
import { ownFactorAt, trustedFactorAt } from './factor-proof.ts'
import { assertOwnSignIn } from './own-sign-in.ts'

type Signed = Pick<SignedRequest, 'ports' | 'auth'>

/** A step-up of the last minutes replaces a code. */
export const RECENT_SECONDS = 300

const isWithin = ({ ports }: Signed, provenAt: number | undefined, seconds: number): boolean =>
  provenAt !== undefined && ports.clock.now() - provenAt <= seconds * 1_000

/** Whether the user proved a factor of their own to us: a provider's word doesn't replace it. */
export const isRecent = (call: Signed, seconds = RECENT_SECONDS): boolean =>
  isSteppedUp(call.auth.claims, Math.floor(call.ports.clock.now() / 1_000), seconds) &&
  isWithin(call, ownFactorAt(call.auth.session), seconds)

/** Whether a user without a factor of their own proved one to someone whom the account of the call trusts. */
export const isRecentElsewhere = async (call: Signed, seconds = Number.POSITIVE_INFINITY): Promise<boolean> => {
  const { ports, auth } = call
  return (
    isSteppedUp(auth.claims, Math.floor(ports.clock.now() / 1_000), seconds) &&
    isWithin(call, await trustedFactorAt(ports, auth.session, auth.tenantId), seconds)
  )
}

/**
 * Users with a second factor prove it again before something that a stolen session must not do: add a factor, change a
 * phone number, turn off a user's protection. Users without one pass: there is nothing to prove.
 *
 * @throws Refusal 401 with the challenge of RFC 9470 §3
 */
export const assertRecentProof = async (call: Signed): Promise<void> => {
  if (!call.auth.user.mfaEnrolled || isRecent(call)) return
  const factors = await factorsOf(call.ports.store, call.auth.user.id)
  if (factors.length) throw insufficientAuthentication({ maxAge: RECENT_SECONDS, acr: MULTI_FACTOR_ACR })
}

/**
 * Before a way to sign in is added or removed. A user with a factor proves it first: a stolen session must not enroll a
 * thief's phone.
 */
export const assertMayEnroll = async (call: Signed): Promise<void> => {
  await assertOwnSignIn(call)
  await assertRecentProof(call)
}
