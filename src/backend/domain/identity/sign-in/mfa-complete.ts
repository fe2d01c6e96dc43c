import type { AuthResponse } from '../../../../entities/auth.ts'
import { unauthorized } from '../../../call/refusal.ts'
import { forgetAttempts, MFA_PER_ACCOUNT } from '../../base/limits/limits.ts'
import { elevateSession } from '../access/elevate-session.ts'
import { withFactor } from '../access/factor-proof.ts'
import { type Exchange, signIn } from '../access/sessions.ts'
import { limitedUser } from '../mfa/known-device.ts'
import { type Challenge, spendChallenge } from '../mfa/mfa-challenge.ts'
import { rememberDevice } from '../mfa/remembered-devices.ts'
import { joinByLink } from '../team/invite-link.ts'

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
