import { domainOf } from '../../../../rules/email.ts'
import { isSteppedUp, MULTI_FACTOR_ACR } from '../../../../rules/step-up.ts'
import type { AuthRequest } from '../../../call/auth.ts'
import { forbidden, insufficientAuthentication } from '../../../call/refusal.ts'
import { factorsOf } from '../mfa/factors.ts'
import { isByProvider, methodsOf, OWN_PROOF, soleVoucherOf, voucherIn } from '../sessions/sso-session.ts'
import { ownFactorAt, trustedFactorAt } from './factor-proof.ts'
import { hasAccountsElsewhere } from './vouching.ts'

const ANOTHER_WAY = 'To change how you sign in, sign out and sign in without the identity provider of this account.'

/**
 * Requires a proof that is the user's own before they add a way to sign in. An account that skips the check of email
 * domains chooses whom its provider signs in: a passkey added in such a session would open accounts that the user joins
 * later, and one added in any provider's session would open accounts that don't trust the provider.
 *
 * @throws Refusal 403 when the account of the provider has not verified the domain of the user's email, or the user has
 *   accounts that don't trust the provider, unless they have proven something of their own as well
 */
export const assertOwnSignIn = async ({ ports, auth }: AuthRequest): Promise<void> => {
  const { session, user } = auth
  const amr = methodsOf(session)
  const connectionId = voucherIn(amr)
  if (connectionId === undefined || !user.verified || amr.includes(OWN_PROOF)) return
  const connection = await ports.store.ssoConnections.get(connectionId)
  const domain = { tenantId: connection?.tenantId ?? '', domain: domainOf(user.email), validated: true }
  if ((await ports.store.ssoDomains.count(domain)) === 0) throw forbidden(ANOTHER_WAY)
  if (await hasAccountsElsewhere(ports.store, user.id, connectionId)) throw forbidden(ANOTHER_WAY)
}

/**
 * Requires a proof that is the user's own before they link a social account or change their email, which don't keep who
 * vouched for them. They would outlive the session, and sign in the user after a promotion.
 *
 * @throws Refusal 403 in a session that only an identity provider vouches for
 */
export const assertOwnProof = ({ auth }: Pick<AuthRequest, 'auth'>): void => {
  const amr = methodsOf(auth.session)
  if (isByProvider(amr) && !amr.includes(OWN_PROOF)) throw forbidden(ANOTHER_WAY)
}

/** Seconds during which a step-up replaces a new code. */
export const RECENT_SECONDS = 300

const isWithin = ({ ports }: AuthRequest, provenAt: number | undefined, seconds: number): boolean =>
  provenAt !== undefined && ports.clock.now() - provenAt <= seconds * 1_000

/**
 * Returns whether the user recently proved their own factor to this backend; a provider's proof doesn't count. In a
 * session that only a provider vouches for, neither does a passkey from before the user had a second factor.
 */
export const isRecent = async (call: AuthRequest, seconds = RECENT_SECONDS): Promise<boolean> => {
  const { ports, auth } = call
  const at = ownFactorAt(auth.session)
  if (at === undefined || !isWithin(call, at, seconds)) return false
  if (!isSteppedUp(auth.claims, Math.floor(ports.clock.now() / 1_000), seconds)) return false
  if (soleVoucherOf(auth.session) === undefined) return true
  const own = await factorsOf(ports.store, auth.user.id)
  return own.length === 0 || own.some(({ createdAt }) => createdAt <= at)
}

/**
 * Returns whether a user without their own factor recently proved one to a verifier that the account of the call
 * trusts.
 */
export const isRecentElsewhere = async (call: AuthRequest, seconds = Number.POSITIVE_INFINITY): Promise<boolean> => {
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
export const assertRecentProof = async (call: AuthRequest): Promise<void> => {
  if (!call.auth.user.mfaEnrolled || (await isRecent(call))) return
  const factors = await factorsOf(call.ports.store, call.auth.user.id)
  if (factors.length) throw insufficientAuthentication({ maxAge: RECENT_SECONDS, acr: MULTI_FACTOR_ACR })
}

/**
 * Checks the caller before a way to sign in is added or removed. Users with a factor prove it first, so that a stolen
 * session can't enroll a thief's phone.
 */
export const assertMayEnroll = async (call: AuthRequest): Promise<void> => {
  await assertOwnSignIn(call)
  await assertRecentProof(call)
}
