import type { SessionConfig } from '../../../entities/policies.ts'
import type { Ports } from '../../ports.ts'
import type { SessionRecord } from '../../store/records.ts'
import { policyOf } from '../policies/policies.ts'
import { endsOf, isLiveSession, lastActiveAt } from '../sessions/session-limits.ts'

/** A refresh without a new generation, or one of a client's own family, is activity as well. */
export const noteRefresh = async (
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  session: SessionRecord,
): Promise<SessionRecord> => {
  if (session.idleSeconds === null || session.lastActiveAt !== null) return session
  const patch = { refreshedAt: clock.now() }
  await store.sessions.update({ id: session.id, revokedAt: null, lastActiveAt: null }, patch)
  return { ...session, ...patch }
}

/** Records activity that a client reports; its refreshes no longer count as such from then on. */
export const noteActivity = async (
  { store }: Pick<Ports, 'store'>,
  session: SessionRecord,
  activeAt: number,
): Promise<SessionRecord> => {
  const { id } = session
  // Never backwards: two tabs report at the same moment.
  const where = { id, revokedAt: null, lastActiveAt: { lt: activeAt } }
  const changed = await store.sessions.update(where, { lastActiveAt: activeAt })
  if (!changed && session.lastActiveAt === null) {
    await store.sessions.update({ id, revokedAt: null, lastActiveAt: null }, { lastActiveAt: activeAt })
  }
  return (await store.sessions.get(id)) ?? session
}

/** A report of no activity, from a client that can tell. */
export const keepActivity = (ports: Pick<Ports, 'store'>, session: SessionRecord): Promise<SessionRecord> =>
  noteActivity(ports, session, lastActiveAt(session))

/** A new policy applies to the sessions that are open. */
export const applyLimits = async (ports: Ports, tenantId: string, config: SessionConfig): Promise<void> => {
  await ports.store.sessions.update({ tenantId, revokedAt: null }, endsOf(config))
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
