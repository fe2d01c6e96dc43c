import type { ConfirmationWay } from '../../../../contract/me.ts'
import type { AuthResponse } from '../../../../entities/auth.ts'
import type { WebAuthnAssertion, WebAuthnGet } from '../../../../entities/mfa.ts'
import type { Auth, AuthRequest, SignedRequest } from '../../../call/auth.ts'
import type { Reply } from '../../../call/caller.ts'
import { MAX_PASSWORD_LENGTH, optionalText } from '../../../call/read.ts'
import { badRequest, forbidden, notWhileImpersonating, usersOnly } from '../../../call/refusal.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { FactorRecord } from '../../../store/records.ts'
import { forgetAttempts, PASSWORD_CHANGE, takeAttempt } from '../../base/limits/limits.ts'
import { factorsOf } from '../mfa/factors.ts'
import { assertedFactor, idsOfFactors, requestOptions } from '../mfa/webauthn.ts'
import { OWN_PROOF } from '../sessions/sso-session.ts'
import { elevateSession } from './elevate-session.ts'
import { withFactor } from './factor-proof.ts'
import { assertFactorCounts, isMarked, verifierOfPasskey } from './provider-credentials.ts'
import { assertRecentProof } from './recent-proof.ts'
import type { Exchange } from './sessions.ts'

/** Maximum age of a sign-in for users with neither a password nor a second factor, who can only sign in again. */
const RECENT_SIGN_IN_MS = 10 * 60_000

const SIGN_IN_AGAIN = 'To confirm it’s you, sign out, sign in again, and then try again within 10 minutes.'

/** Refuses API tokens and impersonators, because only the users themselves may do this. */
export const assertOwnUser = ({ auth }: AuthRequest): void => {
  if (auth.machine) throw usersOnly()
  if (auth.session.actorId !== null) throw notWhileImpersonating()
}

export const asksPassword = ({ user }: Auth): boolean => !user.mfaEnrolled && user.passwordHash !== null

/** Verifies the user's password and returns it. */
export const verifyPassword = async ({ ports, auth }: AuthRequest, given: unknown): Promise<string> => {
  const password = optionalText(given, 'password', MAX_PASSWORD_LENGTH)
  if (password === undefined) throw badRequest('Enter your password to confirm it’s you.')
  await takeAttempt(ports, PASSWORD_CHANGE, auth.user.id)
  if (!(await ports.hasher.verify(auth.user.passwordHash ?? '', password))) {
    throw badRequest('Your current password is incorrect.').as('wrong-password')
  }
  await forgetAttempts(ports, PASSWORD_CHANGE, auth.user.id)
  return password
}

/**
 * Requires the user to confirm that it's them: by the second factor, else the password, else a recent sign-in. A stolen
 * session alone must not move or delete a user.
 *
 * @throws Refusal 401 with the challenge of RFC 9470 §3, 400 for a wrong password, 403 when the sign-in is too old
 */
export const assertUserConfirmed = async (call: AuthRequest, password: unknown): Promise<void> => {
  assertOwnUser(call)
  const { ports, auth } = call
  if (auth.user.mfaEnrolled) return assertRecentProof(call)
  if (asksPassword(auth)) return void (await verifyPassword(call, password))
  const provenAt = auth.session.authTime ?? auth.session.createdAt
  if (ports.clock.now() - provenAt > RECENT_SIGN_IN_MS) throw forbidden(SIGN_IN_AGAIN)
}

/**
 * Marks a session that began at an identity provider as one whose user has also given a proof of their own, so it can
 * enter accounts that don't trust the provider: their password, or the given passkey. A passkey that verified its
 * holder also counts as a second factor. One that only the provider vouches for isn't the user's own, and leaves the
 * session unmarked.
 */
export const proveOwnSignIn = async (
  exchange: Exchange & { auth: Auth },
  passkey?: FactorRecord,
): Promise<AuthResponse> => {
  const { auth, ports } = exchange
  const { user, session } = auth
  const verifier = passkey ? await verifierOfPasskey(ports, passkey) : {}
  const withMethod = (amr: readonly string[]): string[] => {
    const proven = passkey && isMarked(passkey) ? amr : [...new Set([...amr, OWN_PROOF])]
    return passkey
      ? withFactor(proven, { ...verifier, method: 'hwk', at: ports.clock.now() })
      : [...new Set([...proven, 'pwd'])]
  }
  const isByProvider = 'connectionId' in verifier
  const proof = { user, sessionId: session.id, amr: ['pwd'] }
  return elevateSession(exchange, proof, { kind: 'own', isByProvider, withMethod })
}

type Confirming = SignedRequest & { reply: Reply }

const USE = 'passkey-confirmation'
const OTHER_WAY = 'You can’t confirm that it’s you in this way'

/**
 * Returns the ways in which the user of a session can confirm that it's them. A password can't confirm a session that
 * proved more, because its tokens would then claim a fresh second factor.
 */
export const confirmationsOf = async ({ ports, auth }: AuthRequest): Promise<ConfirmationWay[]> => {
  const { user, session } = auth
  if ((await factorsOf(ports.store, user.id)).length > 0) return ['second-factor']
  const isStrong = session.amr !== null && idsOf(session.amr).includes('mfa')
  const passkeys = await factorsOf(ports.store, user.id, ['passkey'])
  const ways: ConfirmationWay[] = [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(user.passwordHash !== null && !isStrong ? (['password'] as const) : []),
  ]
  return ways.length > 0 ? ways : ['sign-in']
}

const assertOffered = async (call: AuthRequest, way: ConfirmationWay): Promise<void> => {
  assertOwnUser(call)
  if (!(await confirmationsOf(call)).includes(way)) throw forbidden(OTHER_WAY)
}

export const confirmByPassword = async (call: Confirming, password: unknown): Promise<AuthResponse> => {
  await assertOffered(call, 'password')
  await verifyPassword(call, password)
  return proveOwnSignIn(call)
}

export const startPasskeyConfirmation = async (call: AuthRequest): Promise<WebAuthnGet> => {
  await assertOffered(call, 'passkey')
  const { ports, auth } = call
  const ids = idsOfFactors(await factorsOf(ports.store, auth.user.id, ['passkey']))
  return requestOptions(ports, { use: USE, userId: auth.user.id, ids, isPasskey: true })
}

/** Confirms by a passkey. A passkey that verified its holder is two factors in one (NIST SP 800-63B-4 §3.1.7). */
export const confirmByPasskey = async (call: Confirming, assertion: WebAuthnAssertion): Promise<AuthResponse> => {
  await assertOffered(call, 'passkey')
  const wanted = { use: USE, userId: call.auth.user.id, kind: 'passkey' } as const
  const factor = await assertedFactor(call.ports, assertion, wanted)
  await assertFactorCounts(call, factor)
  return proveOwnSignIn(call, factor)
}
