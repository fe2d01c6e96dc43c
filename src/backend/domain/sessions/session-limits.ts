import type { SessionConfig } from '../../../entities/policies.ts'
import type { Ports } from '../../ports.ts'
import type { SessionRecord } from '../../store/records.ts'
import { policyOf } from '../policies/policies.ts'

export type SessionEnds = Pick<SessionRecord, 'idleSeconds' | 'absoluteSeconds'>

const secondsOf = (limit: { isActive: boolean; timeout: number } | undefined): number | null =>
  limit?.isActive ? limit.timeout : null

/** What a policy means for one session; kept in its row, so that no request reads the policy. */
export const endsOf = (config: SessionConfig): SessionEnds => ({
  idleSeconds: secondsOf(config.sessionIdleTimeoutConfiguration),
  absoluteSeconds: secondsOf(config.sessionTimeoutConfiguration),
})

export const sessionEnds = async (ports: Ports, tenantId: string): Promise<SessionEnds> =>
  endsOf(await policyOf(ports.store, 'sessions', tenantId))

/**
 * A client that reports activity is taken at its word; of one that does not, the refreshes are all there is to see.
 */
export const lastActiveAt = (session: SessionRecord): number =>
  session.lastActiveAt ?? Math.max(session.createdAt, session.rotatedAt, session.refreshedAt ?? 0)

/** A refresh without a new generation, or one of a client's own family, still shows that somebody is there. */
export const noteRefresh = async (
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  session: SessionRecord,
): Promise<SessionRecord> => {
  if (session.idleSeconds === null || session.lastActiveAt !== null) return session
  const patch = { refreshedAt: clock.now() }
  await store.sessions.update({ id: session.id, revokedAt: null, lastActiveAt: null }, patch)
  return { ...session, ...patch }
}

/** Milliseconds since the epoch, for each limit that there is. */
export const endsAt = (session: SessionRecord): { idle: number | null; absolute: number | null } => ({
  idle: session.idleSeconds === null ? null : lastActiveAt(session) + session.idleSeconds * 1_000,
  absolute: session.absoluteSeconds === null ? null : session.createdAt + session.absoluteSeconds * 1_000,
})

/** Not revoked, not expired, not idle for too long and not older than its tenant allows. */
export const isLiveSession = (session: SessionRecord | undefined, now: number): session is SessionRecord => {
  if (!session || session.revokedAt !== null || session.expiresAt <= now) return false
  const { idle, absolute } = endsAt(session)
  return (idle === null || idle > now) && (absolute === null || absolute > now)
}

/**
 * Ends the oldest sessions of a user beyond what the tenant allows; those of impersonators don't count. It runs after the new one is stored, so that
 * sign-ins at the same moment see each other and agree on which ones are the oldest.
 */
export const endSurplusSessions = async (
  ports: Ports,
  { userId, tenantId }: Pick<SessionRecord, 'userId' | 'tenantId'>,
): Promise<number> => {
  const { sessionConcurrentConfiguration: limit } = await policyOf(ports.store, 'sessions', tenantId)
  if (!limit?.isActive) return 0
  const now = ports.clock.now()
  const all = await ports.store.sessions.list({ userId, tenantId, revokedAt: null, actorId: null })
  const live = all.filter((session) => isLiveSession(session, now))
  const newestFirst = live.sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1))
  const surplus = newestFirst.slice(limit.maxSessions).map(({ id }) => id)
  return surplus.length ? ports.store.sessions.update({ id: { in: surplus }, revokedAt: null }, { revokedAt: now }) : 0
}
