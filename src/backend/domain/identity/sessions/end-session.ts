import type { Caller, Reply } from '../../../call/caller.ts'
import { clearedActorCookie, clearedRefreshCookie, readActorCookies } from '../../../call/cookies.ts'
import type { Ports } from '../../../ports.ts'
import type { SessionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { audit } from '../../audit/audit.ts'
import { sessionOfTokens } from './browser-session.ts'
import { actingCaller } from './live-session.ts'

/** Ends a session and the grants of its clients. Returns `false` if it had ended already. */
export const endSession = async (
  ports: Pick<Ports, 'clock'> & { store: Pick<Collections, 'sessions' | 'oauthGrants'> },
  id: string,
): Promise<boolean> => {
  const revokedAt = ports.clock.now()
  const ended = await ports.store.sessions.update({ id, revokedAt: null }, { revokedAt })
  await ports.store.oauthGrants.update({ sessionId: id, revokedAt: null }, { revokedAt })
  return ended > 0
}

export const revokeSessions = (
  ports: Pick<Ports, 'clock'> & { store: Pick<Collections, 'sessions'> },
  where: { userId: string | { in: readonly string[] }; tenantId?: string; id?: string | { not: string } },
): Promise<number> => ports.store.sessions.update({ ...where, revokedAt: null }, { revokedAt: ports.clock.now() })

/** Signs a user out everywhere. Runs in the caller's transaction. */
export const endAllSessions = async (store: Collections, userId: string, revokedAt: number): Promise<void> => {
  await store.sessions.update({ userId, revokedAt: null }, { revokedAt })
  await store.oauthGrants.update({ userId, revokedAt: null }, { revokedAt })
}

/** Ends all sessions that are in an account. Runs in the caller's transaction. */
export const endSessionsIn = async (store: Collections, tenantId: string, revokedAt: number): Promise<void> => {
  await store.sessions.update({ tenantId, revokedAt: null }, { revokedAt })
}

/** Ends all other sessions of the user. Runs in the caller's transaction. */
export const endOtherSessions = async (
  store: Collections,
  { userId, id }: Pick<SessionRecord, 'userId' | 'id'>,
  revokedAt: number,
): Promise<void> => {
  await store.sessions.update({ userId, revokedAt: null, id: { not: id } }, { revokedAt })
}

/** Deletes the sessions of users who are erased. Runs in the same transaction. */
export const eraseSessions = async (store: Collections, userIds: readonly string[]): Promise<void> => {
  await store.sessions.delete({ userId: { in: userIds } })
  await store.oauthGrants.delete({ userId: { in: userIds } })
}

interface Exchange {
  ports: Ports
  caller: Caller
  reply: Reply
}

/** Ends the impersonator's own session too, so that signing out while impersonating leaves no session. */
const endOwnSession = async ({ ports, caller }: Exchange, { actorSessionId }: SessionRecord): Promise<void> => {
  const own = await sessionOfTokens(ports, caller, readActorCookies(ports.config, caller))
  if (own?.id === actorSessionId) await endSession(ports, own.id)
}

/** Signs a browser out. */
export const signOut = async (exchange: Exchange, session: SessionRecord | undefined): Promise<void> => {
  const { ports, caller, reply } = exchange
  reply.headers.append('Set-Cookie', clearedRefreshCookie(ports.config))
  if (readActorCookies(ports.config, caller).length > 0)
    reply.headers.append('Set-Cookie', clearedActorCookie(ports.config))
  if (!session) return
  const acting = await actingCaller(ports, caller, session)
  const isEnded = await ports.store.transaction(async (store) => {
    if (!(await endSession({ ...ports, store }, session.id))) return false
    await audit({ ...ports, store }, acting, {
      tenantId: session.tenantId,
      user: await store.users.get(session.userId),
      action: 'User signed out',
      resource: 'Authentication',
      description: 'Signed out',
    })
    return true
  })
  if (isEnded && session.actorId !== null) await endOwnSession(exchange, session)
}
