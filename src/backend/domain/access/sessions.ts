import type { AuthAnswer } from '../../../entities/auth.ts'
import type { Caller, Reply } from '../../call/caller.ts'
import { refreshCookie } from '../../call/cookies.ts'
import { forbidden } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { MemberRecord, SessionRecord, UserRecord } from '../../store/records.ts'
import { audit } from '../audit/audit.ts'
import { secondFactorFor } from '../mfa/mfa-challenge.ts'
import { endSurplusSessions, type SessionEnds, sessionEnds } from '../sessions/session-limits.ts'
import { membershipsOf, mintAccessToken } from './access-token.ts'
import { refreshTokenOf } from './refresh-token.ts'

export interface Exchange {
  ports: Ports
  caller: Caller
  reply: Reply
}

/** The tokens that every new session has. */
export type SessionAnswer = AuthAnswer &
  Required<Pick<AuthAnswer, 'accessToken' | 'refreshToken' | 'expiresIn' | 'expires'>>

/** The answer of a session, and its cookie. */
export const answerOf = async (
  { ports, reply }: Exchange,
  who: { user: UserRecord; session: SessionRecord; member: MemberRecord; memberships: readonly MemberRecord[] },
): Promise<SessionAnswer> => {
  const refreshToken = await refreshTokenOf(ports, who.session)
  const token = await mintAccessToken(ports, who)
  reply.headers.append('Set-Cookie', refreshCookie(ports.config, refreshToken))
  return {
    ...token,
    refreshToken,
    mfaRequired: false,
    userEmail: who.user.email,
    emailVerified: who.user.verified,
    userId: who.user.id,
    tenantId: who.member.tenantId,
  }
}

export const newSession = (
  ports: Ports,
  caller: Caller,
  {
    user,
    tenantId,
    amr,
    ends,
    actorId = null,
  }: { user: UserRecord; tenantId: string; amr: readonly string[]; ends: SessionEnds; actorId?: string | null },
): SessionRecord => {
  const now = ports.clock.now()
  return {
    // A new id at every sign-in: nobody can plant one beforehand (ASVS 5.0 V7.2).
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
    actorId,
    ...ends,
  }
}

/** The tenant a sign-in starts in: where she was last, else the first she belongs to. */
const startOf = (user: UserRecord, memberships: readonly MemberRecord[]): MemberRecord => {
  const member = memberships.find(({ tenantId }) => tenantId === user.tenantId) ?? memberships[0]
  if (!member) throw forbidden("You don't belong to any account")
  return member
}

/** RFC 8176. */
const BY_PASSWORD: readonly string[] = ['pwd']

/** Ends a successful proof of identity: a challenge for those who need a second factor, else a new session. */
export const signIn = async (
  exchange: Exchange,
  user: UserRecord,
  amr: readonly string[] = BY_PASSWORD,
): Promise<AuthAnswer> => {
  const { ports } = exchange
  const memberships = await membershipsOf(ports, user.id)
  const member = startOf(user, memberships)
  const isProven = amr.includes('mfa')
  const asked = isProven ? undefined : await secondFactorFor(exchange, { user, tenantId: member.tenantId, amr })
  return asked ?? startSession(exchange, { user, member, memberships, amr })
}

const startSession = async (
  exchange: Exchange,
  who: { user: UserRecord; member: MemberRecord; memberships: readonly MemberRecord[]; amr: readonly string[] },
): Promise<AuthAnswer> => {
  const { ports, caller } = exchange
  const { user, member, memberships, amr } = who
  const ends = await sessionEnds(ports, member.tenantId)
  const session = newSession(ports, caller, { user, tenantId: member.tenantId, amr, ends })
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
  return answerOf(exchange, { user, session, member, memberships })
}

export const revokeSessions = (
  ports: Ports,
  where: { userId: string; id?: string | { not: string } },
): Promise<number> => ports.store.sessions.update({ ...where, revokedAt: null }, { revokedAt: ports.clock.now() })
