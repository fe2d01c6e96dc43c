import type { SessionConfig } from '../../../../entities/policies.ts'
import type { Ports } from '../../../ports.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import type { SessionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { endsOf, isLiveSession, lastActiveAt, surplusOf } from './live-session.ts'

/**
 * Records a refresh as activity. This also covers refreshes without a new generation and those of a client's own token
 * family.
 */
export const noteRefresh = async (
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  session: SessionRecord,
): Promise<SessionRecord> => {
  if (session.idleSeconds === null || session.lastActiveAt !== null) return session
  const patch = { refreshedAt: clock.now() }
  await store.sessions.update({ id: session.id, revokedAt: null, lastActiveAt: null }, patch)
  return { ...session, ...patch }
}

/** Records activity that a client reports. From then on, its refreshes no longer count as activity. */
export const noteActivity = async (
  { store }: Pick<Ports, 'store'>,
  session: SessionRecord,
  activeAt: number,
): Promise<SessionRecord> => {
  const { id } = session
  // Activity never moves backwards, because two tabs may report at the same moment.
  const where = { id, revokedAt: null, lastActiveAt: { lt: activeAt } }
  const changed = await store.sessions.update(where, { lastActiveAt: activeAt })
  if (!changed && session.lastActiveAt === null) {
    await store.sessions.update({ id, revokedAt: null, lastActiveAt: null }, { lastActiveAt: activeAt })
  }
  return (await store.sessions.get(id)) ?? session
}

/** Records a report of no activity, from a client that can detect activity. */
export const keepActivity = (ports: Pick<Ports, 'store'>, session: SessionRecord): Promise<SessionRecord> =>
  noteActivity(ports, session, lastActiveAt(session))

const byUser = (sessions: readonly SessionRecord[]): SessionRecord[][] => {
  const found = new Map<string, SessionRecord[]>()
  for (const session of sessions) found.set(session.userId, [...(found.get(session.userId) ?? []), session])
  return [...found.values()]
}

/** Applies a new policy to the open sessions. */
export const applyLimits = async (
  { store, clock }: { store: Collections; clock: Ports['clock'] },
  tenantId: string,
  config: SessionConfig,
): Promise<void> => {
  const now = clock.now()
  // Sessions that the previous limit ended stay ended under a longer one.
  const open = await store.sessions.list({ tenantId, revokedAt: null })
  await endAll(
    store,
    open.filter((session) => !isLiveSession(session, now)),
    now,
  )
  await store.sessions.update({ tenantId, revokedAt: null }, endsOf(config))
  if (!config.sessionConcurrentConfiguration?.isActive) return
  const all = await store.sessions.list({ tenantId, revokedAt: null, actorId: null })
  const live = all.filter((session) => isLiveSession(session, now))
  await endAll(
    store,
    byUser(live).flatMap((own) => surplusOf(config, own, tenantId)),
    now,
  )
}

export const endAll = async (
  store: Collections,
  sessions: readonly SessionRecord[],
  revokedAt: number,
): Promise<number> => {
  const ids = sessions.map(({ id }) => id)
  const ended = await inChunks(ids, async (part) => [
    await store.sessions.update({ id: { in: part }, revokedAt: null }, { revokedAt }),
  ])
  return ended.reduce((sum, count) => sum + count, 0)
}
