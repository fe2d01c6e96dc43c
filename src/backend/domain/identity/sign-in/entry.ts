import type { AuthResponse } from '../../../../entities/auth.ts'
import type { CallerRequest } from '../../../call/auth.ts'
import { forbidden, Refusal, unauthorized } from '../../../call/refusal.ts'
import type { UserRecord } from '../../../store/records.ts'
import { forgetAttempts, MFA_PER_ACCOUNT } from '../../base/limits/limits.ts'
import { publicPolicySetting } from '../../settings/public-policy.ts'
import { assertNotDeleted } from '../access/deletion-pending.ts'
import { elevateSession } from '../access/elevate-session.ts'
import { withFactor } from '../access/factor-proof.ts'
import { type Exchange, signIn } from '../access/sessions.ts'
import { isLockedHere, limitedUser } from '../mfa/known-device.ts'
import { type Challenge, spendChallenge } from '../mfa/mfa-challenge.ts'
import { rememberDevice } from '../mfa/remembered-devices.ts'
import { joinByLink } from '../team/invite-link.ts'

const LOCKED = 'This account is locked after too many failed attempts. Reset your password or ask your administrator'

/** Refuses users who may not enter. The reasons are shown only to users who have proven who they are. */
export const assertMayEnter = async (
  { ports, caller }: CallerRequest,
  user: Pick<UserRecord, 'id' | 'lockedAt' | 'verified'>,
): Promise<void> => {
  await assertNotDeleted(ports, user.id)
  if (await isLockedHere({ ports, caller }, user)) throw new Refusal(401, [LOCKED]).as('locked')
  const { allowNotVerifiedUsersLogin } = await publicPolicySetting.ofVendor(ports.store)
  if (!user.verified && !allowNotVerifiedUsersLogin) {
    throw forbidden('Verify your email first. Open the link we sent you.').as('not-verified')
  }
}

/** Methods of RFC 8176: one-time password, text message, proof of a hardware-held key. */
type Method = 'otp' | 'sms' | 'hwk'

interface Proven {
  challenge: Challenge
  method: Method
  rememberDevice?: boolean
  invitationToken?: string
}

/** Completes a sign-in or a step-up after the second factor was proven, once for each challenge. */
export const completeMfa = async (exchange: Exchange, proven: Proven): Promise<AuthResponse> => {
  const { ports, caller } = exchange
  const { challenge, method, invitationToken } = proven
  await spendChallenge(ports, challenge)
  await forgetAttempts(ports, MFA_PER_ACCOUNT, await limitedUser(exchange, challenge.user.id))
  const withMethod = (amr: readonly string[]) => withFactor(amr, { method, at: ports.clock.now() })
  if (challenge.use === 'step-up') return elevateSession(exchange, challenge, { kind: 'factor', withMethod })
  if (proven.rememberDevice === true) await rememberDevice(exchange, challenge.user.id)
  if (invitationToken) await joinByLink(ports, caller, challenge.user, invitationToken)
  const user = await ports.store.users.get(challenge.user.id)
  if (!user) throw unauthorized('Sign in again.')
  const amr = withMethod(challenge.amr)
  // After an accepted invitation, the sign-in starts in the invitation's tenant.
  return signIn(exchange, user, { amr, tenantId: invitationToken ? undefined : challenge.tenantId })
}
