import type { sessions } from '../../contract/me.ts'
import type { sessionConfig } from '../../contract/security.ts'
import type { SessionLimits, sessionLimits } from '../../contract/session-limits.ts'
import type { Session } from '../../entities/policies.ts'
import type { AuthRequest } from '../call/auth.ts'
import { inOneTransaction } from '../call/one-transaction.ts'
import { text } from '../call/read.ts'
import { notFound } from '../call/refusal.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { saveSafely } from '../domain/identity/lockout-guard/guard.ts'
import { belongsHereAlone, joinedMemberOf } from '../domain/identity/members/members.ts'
import { recordPolicyChange } from '../domain/identity/members/record-changes.ts'
import { revokeSessions } from '../domain/identity/sessions/end-session.ts'
import { endsAt, impersonatorOf, isUsable } from '../domain/identity/sessions/live-session.ts'
import { applyLimits, keepActivity, noteActivity } from '../domain/identity/sessions/session-visits.ts'
import { sessionsSetting } from '../domain/settings/sessions.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { SessionRecord } from '../store/records.ts'

const earliest = (...times: readonly (number | null)[]): number =>
  Math.min(...times.filter((time): time is number => time !== null))

/** Converts a session to the form shown to its user and their administrators. */
export const toSession = async ({ ports, auth }: AuthRequest, session: SessionRecord): Promise<Session> => {
  const impersonator = await impersonatorOf(ports, session)
  return {
    id: session.id,
    userAgent: session.userAgent,
    ipAddress: session.ipAddress,
    createdAt: iso(session.createdAt),
    expires: iso(earliest(session.expiresAt, endsAt(session).absolute)),
    current: session.id === auth.session.id,
    impersonated: session.actorId !== null,
    ...(impersonator && { impersonator: { email: impersonator.email, name: impersonator.name } }),
  }
}

interface WhoseSessions {
  userId: string
  /** Limits the list to one account. @default all accounts */
  tenantId?: string
}

/** Lists sessions that can still be used, newest first. */
export const liveSessions = async (ports: Ports, whose: WhoseSessions): Promise<SessionRecord[]> => {
  const where = { ...whose, revokedAt: null, expiresAt: { gte: ports.clock.now() } }
  const found = await ports.store.sessions.list(where)
  const usable = await Promise.all(found.map((session) => isUsable(ports, session)))
  return found.filter((_, at) => usable[at]).sort((left, right) => right.createdAt - left.createdAt)
}

export const sessionConfigHandlers = {
  getSessionConfig: signedIn(({ ports, auth }) => sessionsSetting.of(ports.store, auth.tenantId)),
  saveSessionConfig: signedIn(async (call) => {
    const { ports, auth, body } = call
    const { tenantId } = auth
    const value = sessionsSetting.changes(body)
    await saveSafely(call, { kind: 'sessions', value }, async (store) => {
      const before = await sessionsSetting.of(store, tenantId)
      const after = { ...before, ...value }
      await sessionsSetting.save({ ...ports, store }, tenantId, after)
      await applyLimits({ ...ports, store }, tenantId, after)
      const description = 'Changed how long sessions last and how many a user may have'
      const action = 'Session policy changed'
      await recordPolicyChange(call, store, { kind: 'sessions', action, description, before, after })
    })
    return {}
  }),
} satisfies Handlers<typeof sessionConfig>

/** Returns the sessions that the caller may see: an impersonator sees only the one they use, not the user's others. */
const visibleSessions = async ({ ports, auth }: AuthRequest): Promise<SessionRecord[]> => {
  if (auth.session.actorId !== null) return [auth.session]
  return liveSessions(ports, { userId: auth.user.id })
}

const auditEnd = (
  { audit }: Pick<SignedCall<unknown>, 'audit'>,
  description: string,
  severity: 'Info' | 'Medium' = 'Info',
) => audit({ action: 'Session ended', resource: 'Sessions', severity, description })

export const sessionsHandlers = {
  listSessions: signedIn(async (call) =>
    Promise.all((await visibleSessions(call)).map((session) => toSession(call, session))),
  ),
  getCurrentSession: signedIn((call) => toSession(call, call.auth.session)),
  deleteSession: signedIn(async (call) => {
    await inOneTransaction(call, async (inner) => {
      const ended = await revokeSessions(inner.ports, { userId: call.auth.user.id, id: call.path.id })
      if (!ended) throw notFound("This session doesn't exist")
      await auditEnd(inner, 'Ended one of the own sessions')
    })
    return {}
  }),
  deleteAllSessions: signedIn(async (call) => {
    // The current session continues, so that the user sees that the others have ended.
    await inOneTransaction(call, async (inner) => {
      await revokeSessions(inner.ports, { userId: call.auth.user.id, id: { not: call.auth.session.id } })
      await auditEnd(inner, 'Ended all other own sessions')
    })
    return {}
  }),
  revokeUserSessions: signedIn(async (call) => {
    const { ports, auth, body } = call
    const { member, user } = await joinedMemberOf(ports, auth.tenantId, text(body.userId, 'userId'))
    const isAlone = await belongsHereAlone(ports.store, member)
    // An account can't end what the user does in other accounts.
    await inOneTransaction(call, async (inner) => {
      await revokeSessions(inner.ports, { userId: user.id, ...(!isAlone && { tenantId: auth.tenantId }) })
      await auditEnd(inner, `Ended ${isAlone ? 'all sessions' : 'the sessions'} of ${user.email}`, 'Medium')
    })
    return {}
  }),
} satisfies Handlers<typeof sessions>

const leftOf = (end: number | null, now: number): number | undefined =>
  end === null ? undefined : Math.max(0, Math.ceil((end - now) / 1_000))

const limitsOf = (session: SessionRecord, now: number): SessionLimits => {
  const { idle, absolute } = endsAt(session)
  const idleLeft = leftOf(idle, now)
  const absoluteLeft = leftOf(absolute, now)
  return {
    ...(session.idleSeconds !== null && idleLeft !== undefined && { idleTimeout: session.idleSeconds, idleLeft }),
    ...(absoluteLeft !== undefined && { absoluteLeft }),
  }
}

export const sessionLimitsHandlers = {
  keepSession: signedIn(async ({ ports, auth, body }) => {
    const now = ports.clock.now()
    const keep = body.active === true ? noteActivity(ports, auth.session, now) : keepActivity(ports, auth.session)
    return limitsOf(await keep, now)
  }),
} satisfies Handlers<typeof sessionLimits>
