import type { SignedRequest } from '../../../call/auth.ts'
import { optionalText } from '../../../call/read.ts'
import { badRequest, forbidden, notWhileImpersonating, usersOnly } from '../../../call/refusal.ts'
import { forgetAttempts, PASSWORD_CHANGE, takeAttempt } from '../../base/limits/limits.ts'
import { assertRecentProof } from './recent-proof.ts'

type Signed = Pick<SignedRequest, 'ports' | 'auth'>

/** Maximum age of a sign-in for users with neither a password nor a second factor, who can only sign in again. */
const RECENT_SIGN_IN_MS = 10 * 60_000

const SIGN_IN_AGAIN = 'To confirm it’s you, sign out, sign in again, and then try again within 10 minutes.'

/** Refuses API tokens and impersonators, because only the users themselves may do this. */
export const assertOwnUser = ({ auth }: Signed): void => {
  if (auth.machine) throw usersOnly()
  if (auth.session.actorId !== null) throw notWhileImpersonating()
}

export const asksPassword = ({ user }: Signed['auth']): boolean => !user.mfaEnrolled && user.passwordHash !== null

/** Verifies the user's password and returns it. */
export const provePassword = async ({ ports, auth }: Signed, given: unknown): Promise<string> => {
  const password = optionalText(given, 'password', 10_000)
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
export const assertItsYou = async (call: Signed, password: unknown): Promise<void> => {
  assertOwnUser(call)
  const { ports, auth } = call
  if (auth.user.mfaEnrolled) return assertRecentProof(call)
  if (asksPassword(auth)) return void (await provePassword(call, password))
  const provenAt = auth.session.authTime ?? auth.session.createdAt
  if (ports.clock.now() - provenAt > RECENT_SIGN_IN_MS) throw forbidden(SIGN_IN_AGAIN)
}
