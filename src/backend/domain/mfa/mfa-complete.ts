import type { AuthAnswer } from '../../../entities/auth.ts'
import { unauthorized } from '../../call/refusal.ts'
import type { SessionRecord } from '../../store/records.ts'
import { liveSession } from '../access/live-session.ts'
import { answerOf, type Exchange, signIn } from '../access/sessions.ts'
import { enterTenant } from '../access/tenant-entry.ts'
import { audit } from '../audit/audit.ts'
import { forgetTries, MFA_PER_ACCOUNT } from '../limits/limits.ts'
import { joinByLink } from '../members/invite-link.ts'
import { idsOf } from '../roles/grants.ts'
import { type Challenge, spendChallenge } from './mfa-challenge.ts'
import { rememberDevice } from './remembered-devices.ts'

/** RFC 8176: one-time password, text message, proof of a hardware-held key. */
type Method = 'otp' | 'sms' | 'hwk'

interface Proven {
  challenge: Challenge
  method: Method
  rememberDevice?: boolean
  invitationToken?: string
}

const withMethod = (amr: readonly string[], method: Method): string[] => [...new Set([...amr, 'mfa', method])]

/** The session the person has goes on, with a new refresh token and what it proves now (ASVS 5.0 V7.2.4). */
const elevate = async (exchange: Exchange, { challenge, method }: Proven): Promise<AuthAnswer> => {
  const { ports, caller } = exchange
  const { user, sessionId = '' } = challenge
  const session = await liveSession(ports, sessionId)
  const now = ports.clock.now()
  if (session?.userId !== user.id) throw unauthorized('Please sign in again')
  const amr = withMethod(session.amr === null ? challenge.amr : idsOf(session.amr), method)
  const patch = { amr: JSON.stringify(amr), authTime: now, generation: session.generation + 1, rotatedAt: now }
  const where = { id: session.id, generation: session.generation, revokedAt: null }
  if (!(await ports.store.sessions.update(where, patch))) return elevate(exchange, { challenge, method })
  await audit(ports, caller, {
    tenantId: session.tenantId,
    user,
    action: 'Stepped up',
    resource: 'Authentication',
    description: 'Proved a second factor again',
    detail: { sessionId: session.id, methods: amr.join(' ') },
  })
  return sessionAnswer(exchange, challenge.user, { ...session, ...patch })
}

/** The response for a session that exists already. */
export const sessionAnswer = async (
  exchange: Exchange,
  user: Challenge['user'],
  session: SessionRecord,
): Promise<AuthAnswer> => answerOf(exchange, await enterTenant(exchange, { user, session, tenantId: session.tenantId }))

/** What a right second factor leads to: once for each challenge. */
export const completeMfa = async (exchange: Exchange, proven: Proven): Promise<AuthAnswer> => {
  const { ports, caller } = exchange
  const { challenge, method, invitationToken } = proven
  await spendChallenge(ports, challenge)
  await forgetTries(ports, MFA_PER_ACCOUNT, challenge.user.id)
  if (challenge.use === 'step-up') return elevate(exchange, proven)
  if (proven.rememberDevice === true) await rememberDevice(exchange, challenge.user.id)
  if (invitationToken) await joinByLink(ports, caller, challenge.user, invitationToken)
  const user = await ports.store.users.get(challenge.user.id)
  if (!user) throw unauthorized('Please sign in again')
  return signIn(exchange, user, withMethod(challenge.amr, method))
}
