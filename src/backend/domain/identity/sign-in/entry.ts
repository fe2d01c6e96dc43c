import type { AuthResponse } from '../../../../entities/auth.ts'
import type { CallerRequest } from '../../../call/auth.ts'
import { forbidden, Refusal, unauthorized } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { UserRecord } from '../../../store/records.ts'
import { forgetAttempts, isFirst, MFA_PER_ACCOUNT } from '../../base/limits/limits.ts'
import { issueTicket } from '../../base/tickets.ts'
import { post } from '../../mail/mails.ts'
import { userDeletionMail } from '../../mail/self-service-mails.ts'
import { publicPolicySetting } from '../../settings/public-policy.ts'
import { elevateSession } from '../access/elevate-session.ts'
import { withFactor } from '../access/factor-proof.ts'
import { readAhead } from '../access/read-ahead.ts'
import { type Exchange, signIn } from '../access/sessions.ts'
import { isLockedHere, limitedUser } from '../mfa/known-device.ts'
import { type Challenge, spendChallenge } from '../mfa/mfa-challenge.ts'
import { rememberDevice } from '../mfa/remembered-devices.ts'
import { joinByLink } from '../team/invite-link.ts'

export const mailRestore = async (ports: Ports, user: UserRecord, dueAt: number): Promise<void> => {
  const token = await issueTicket(ports, { purpose: 'user-restore', userId: user.id, tenantId: null })
  await post(ports, userDeletionMail(ports, { ...user, userId: user.id, token }, dueAt))
}

/** Refuses the sign-in of a user who is about to be deleted. A link to restore them is emailed at most once an hour. */
const assertNotDeleted = async (ports: Ports, userId: string): Promise<void> => {
  const deletion = await ports.store.deletions.get(userId)
  if (!deletion) return
  const user = await ports.store.users.get(userId)
  if (user && (await isFirst(ports, 'restore-mail', userId))) await mailRestore(ports, user, deletion.dueAt)
  const day = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    deletion.dueAt,
  )
  throw forbidden(`This account will be deleted on ${day}. To restore it, open the link we emailed you.`).as(
    'deletion-pending',
  )
}

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
  const amr = withMethod(challenge.amr)
  const place = { userId: challenge.user.id, tenantId: challenge.tenantId ?? challenge.user.tenantId }
  await readAhead(ports.store, place, { amr: JSON.stringify(amr) })
  const user = await ports.store.users.get(challenge.user.id)
  if (!user) throw unauthorized('Sign in again.')
  // After an accepted invitation, the sign-in starts in the invitation's tenant.
  return signIn(exchange, user, { amr, tenantId: invitationToken ? undefined : challenge.tenantId })
}
