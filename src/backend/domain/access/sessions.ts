import type { AuthAnswer } from '../../../entities/auth.ts'
import type { Caller, Reply } from '../../call/caller.ts'
import { clearedActorCookie, readActorCookie, refreshCookie } from '../../call/cookies.ts'
import { forbidden } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { SessionRecord, UserRecord } from '../../store/records.ts'
import { audit } from '../audit/audit.ts'
import { askForSecondFactor } from '../mfa/mfa-challenge.ts'
import { type SessionEnds, sessionEnds } from '../sessions/session-limits.ts'
import { mintAccessToken } from './access-token.ts'
import { membershipsOf } from './account-access.ts'
import { refreshTokenOf } from './refresh-token.ts'
import { endSurplusSessions } from './session-upkeep.ts'
import { judgeEntry, NOT_A_MEMBER, type TenantEntry } from './tenant-entry.ts'

export interface Exchange {
  ports: Ports
  caller: Caller
  reply: Reply
}

/** The tokens that every new session has. */
export type SessionAnswer = AuthAnswer &
  Required<Pick<AuthAnswer, 'accessToken' | 'refreshToken' | 'expiresIn' | 'expires'>>

/** The response that starts or continues a session, and its cookie. */
export const answerOf = async ({ ports, reply }: Exchange, entry: TenantEntry): Promise<SessionAnswer> => {
  const { user, session, member } = entry
  const refreshToken = await refreshTokenOf(ports, session)
  const token = await mintAccessToken(ports, entry)
  reply.headers.append('Set-Cookie', refreshCookie(ports.config, refreshToken))
  return {
    ...token,
    refreshToken,
    mfaRequired: false,
    userEmail: user.email,
    emailVerified: user.verified,
    userId: user.id,
    tenantId: member.tenantId,
  }
}

export const newSession = (
  ports: Ports,
  caller: Caller,
  { user, tenantId, amr, ends }: { user: UserRecord; tenantId: string; amr: readonly string[]; ends: SessionEnds },
): SessionRecord => {
  const now = ports.clock.now()
  return {
    // A new id at every sign-in: none can be planted beforehand (ASVS 5.0 V7.2).
    id: ports.random.token(18),
    userId: user.id,
    tenantId,
    generation: 0,
    rotatedAt: now,
    userAgent: caller.userAgent,
    ipAddress: caller.ipAddress ?? '',
    createdAt: now,
    expiresAt: now + ports.config.sessionSeconds * 1_000,
    revokedAt: null,
    amr: JSON.stringify(amr),
    authTime: now,
    lastActiveAt: null,
    refreshedAt: null,
    actorId: null,
    actorSessionId: null,
    ...ends,
  }
}

/** The tenant a sign-in starts in: where the user was last, else the first they belong to. */
const startOf = async (ports: Ports, user: UserRecord): Promise<string> => {
  const memberships = await membershipsOf(ports, { userId: user.id, actorId: null, tenantId: user.tenantId })
  const member = memberships.find(({ tenantId }) => tenantId === user.tenantId) ?? memberships[0]
  if (!member) throw forbidden("You don't belong to any account")
  return member.tenantId
}

/** RFC 8176. */
const BY_PASSWORD: readonly string[] = ['pwd']

/** Ends a successful proof of identity: a challenge for those who need a second factor, else a new session. */
export const signIn = async (
  exchange: Exchange,
  user: UserRecord,
  amr: readonly string[] = BY_PASSWORD,
): Promise<AuthAnswer> => {
  const { ports, caller } = exchange
  const tenantId = await startOf(ports, user)
  const session = newSession(ports, caller, { user, tenantId, amr, ends: await sessionEnds(ports, tenantId) })
  const verdict = await judgeEntry(exchange, { user, session, tenantId, metPolicyOf: null })
  if (verdict.kind === 'not-a-member') throw forbidden(NOT_A_MEMBER)
  if (verdict.kind === 'second-factor') return askForSecondFactor(exchange, user, amr)
  return startSession(exchange, verdict.entry, amr)
}

const startSession = async (exchange: Exchange, entry: TenantEntry, amr: readonly string[]): Promise<AuthAnswer> => {
  const { ports, caller } = exchange
  const { user, member, session } = entry
  const now = session.createdAt
  await ports.store.sessions.insert(session)
  await endSurplusSessions(ports, session)
  await ports.store.users.update({ id: user.id }, { lastLogin: now, failedLogins: 0, tenantId: member.tenantId })
  await ports.store.members.update({ id: member.id }, { lastLogin: now })
  await audit(ports, caller, {
    tenantId: member.tenantId,
    user,
    action: 'User login',
    resource: 'Authentication',
    description: 'Signed in',
    detail: { sessionId: session.id, methods: amr.join(' ') },
  })
  // A session kept for a user who impersonated another in this browser is not for the next one to sign in.
  if (readActorCookie(ports.config, caller))
    exchange.reply.headers.append('Set-Cookie', clearedActorCookie(ports.config))
  return answerOf(exchange, entry)
}
