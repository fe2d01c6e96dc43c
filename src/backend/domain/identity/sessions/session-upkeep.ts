import type { SessionConfig } from '../../../../entities/policies.ts'
import type { Ports } from '../../../ports.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import type { SessionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { endsOf, isLiveSession, lastActiveAt, surplusOf } from './session-limits.ts'

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

/** A report of no activity, from a client that can detect it. */
export const keepActivity = (ports: Pick<Ports, 'store'>, session: SessionRecord): Promise<SessionRecord> =>
  noteActivity(ports, session, lastActiveAt(session))

const byUser = (sessions: readonly SessionRecord[]): SessionRecord[][] => {
  const found = new Map<string, SessionRecord[]>()
  for (const session of sessions) found.set(session.userId, [...(found.get(session.userId) ?? []), session])
  return [...found.values()]
}

/** A new policy applies to the sessions that are open. */
export const applyLimits = async (
  { store, clock }: { store: Collections; clock: Ports['clock'] },
  tenantId: string,
  config: SessionConfig,
): Promise<void> => {
  const now = clock.now()
  // What an earlier limit ended, a longer one doesn't bring back.
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
