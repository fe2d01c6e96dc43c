import type { SessionConfig } from '../../../../entities/policies.ts'
import type { CallerRequest } from '../../../call/auth.ts'
import type { Caller } from '../../../call/caller.ts'
import type { Ports, TransactionPorts } from '../../../ports.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import type { SessionRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { audit } from '../../audit/audit.ts'
import { sessionsSetting } from '../../settings/sessions.ts'
import { endsOf, isLiveSession, lastActiveAt, surplusOf, visitsOf } from './live-session.ts'

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

const endAll = async (store: Collections, sessions: readonly SessionRecord[], revokedAt: number): Promise<number> => {
  const ids = sessions.map(({ id }) => id)
  const ended = await inChunks(ids, async (part) => [
    await store.sessions.update({ id: { in: part }, revokedAt: null }, { revokedAt }),
  ])
  return ended.reduce((sum, count) => sum + count, 0)
}

/**
 * Entry time of a session that no longer counts in a tenant. A session may act in a tenant without switching to it, by
 * the scoped tenant header or a token for one tenant.
 */
const DISPLACED = 0

const isWithin = (config: SessionConfig, session: SessionRecord, now: number): boolean =>
  isLiveSession({ ...session, ...endsOf(config) }, now)

/** Returns whether the limits of a tenant that the session is not in have ended it there. */
export const isOverIn = async (
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  session: SessionRecord,
  tenantId: string,
): Promise<boolean> => {
  if (session.tenantId === tenantId || session.actorId !== null) return false
  const config = await sessionsSetting.of(store, tenantId)
  if (!isWithin(config, session, clock.now())) return true
  return config.sessionConcurrentConfiguration.isActive && visitsOf(session)[tenantId] === DISPLACED
}

/**
 * Records an entry time. It writes only if the visits haven't changed, because a session can enter two tenants at the
 * same moment.
 */
const note = async (
  ports: TransactionPorts,
  session: SessionRecord,
  tenantId: string,
  at: number,
): Promise<SessionRecord> => {
  const visits = JSON.stringify({ ...visitsOf(session), [tenantId]: at })
  const where = { id: session.id, revokedAt: null, visits: session.visits }
  if (await ports.store.sessions.update(where, { visits })) return { ...session, visits }
  const current = await ports.store.sessions.get(session.id)
  return current && current.revokedAt === null ? note(ports, current, tenantId, at) : session
}

/** Returns the user's sessions that entered the tenant first, beyond the number it allows. */
const surplusIn = async (
  { store, clock }: Pick<TransactionPorts, 'store' | 'clock'>,
  { userId, tenantId }: Pick<SessionRecord, 'userId' | 'tenantId'>,
): Promise<SessionRecord[]> => {
  const config = await sessionsSetting.of(store, tenantId)
  if (!config.sessionConcurrentConfiguration.isActive) return []
  const now = clock.now()
  const all = await store.sessions.list({ userId, revokedAt: null, actorId: null })
  const isInside = (session: SessionRecord) =>
    session.tenantId === tenantId
      ? isLiveSession(session, now)
      : (visitsOf(session)[tenantId] ?? DISPLACED) > DISPLACED && isWithin(config, session, now)
  return surplusOf(config, all.filter(isInside), tenantId)
}

/**
 * Ends the user's sessions that entered the tenant first, beyond the number it allows; those of impersonators don't
 * count. A session of another tenant that only acted here continues there. Runs after the new session is stored, so
 * that simultaneous sign-ins see each other and agree on the order.
 */
export const endSurplusSessions = async (
  ports: TransactionPorts,
  { userId, tenantId }: Pick<SessionRecord, 'userId' | 'tenantId'>,
): Promise<SessionRecord[]> => {
  const surplus = await surplusIn(ports, { userId, tenantId })
  const residents = surplus.filter((session) => session.tenantId === tenantId)
  await endAll(ports.store, residents, ports.clock.now())
  for (const visitor of surplus) if (!residents.includes(visitor)) await note(ports, visitor, tenantId, DISPLACED)
  return surplus
}

interface Visit {
  user: UserRecord
  session: SessionRecord
  tenantId: string
}

const recordVisit = async (
  { ports, caller }: { ports: TransactionPorts; caller: Caller },
  { user, session, tenantId }: Visit,
): Promise<SessionRecord> => {
  // Locks the user's open sessions, so that their entries wait for each other and each counts the previous ones.
  await ports.store.sessions.update({ userId: user.id, revokedAt: null }, { userId: user.id })
  const noted = visitsOf(session)[tenantId] ? session : await note(ports, session, tenantId, ports.clock.now())
  const ended = await endSurplusSessions(ports, { userId: user.id, tenantId })
  if (ended.length > 0)
    await audit(ports, caller, {
      inside: ports.store,
      tenantId,
      user,
      action: 'Session replaced',
      resource: 'Sessions',
      description: 'Entered the account, which ended older sessions beyond the number that it allows at once',
      detail: { sessionId: session.id, ended: ended.map(({ id }) => id) },
    })
  return noted
}

/**
 * Records a session that acts in a tenant it is not in, if the tenant limits sessions per user. The visit, the sessions
 * that it ends and their audit entry are one unit, whatever the request does afterward.
 */
export const noteVisit = async (call: CallerRequest, visit: Visit): Promise<SessionRecord> => {
  const { session, tenantId } = visit
  const { ports } = call
  if (session.tenantId === tenantId || session.actorId !== null) return session
  const { sessionConcurrentConfiguration: limit } = await sessionsSetting.of(ports.store, tenantId)
  if (!limit.isActive) return session
  const isNoted = Boolean(visitsOf(session)[tenantId])
  if (isNoted && (await surplusIn(ports, { userId: session.userId, tenantId })).length === 0) return session
  return ports.store.transaction((store) => recordVisit({ ...call, ports: { ...ports, store } }, visit))
}

/** Switches the session to the tenant, whose limits apply from then on. */
export const noteMove = async (ports: Ports, session: SessionRecord, tenantId: string): Promise<SessionRecord> => {
  const now = ports.clock.now()
  const patch = { tenantId, ...endsOf(await sessionsSetting.of(ports.store, tenantId)) }
  // The visit to the previous tenant is over; those to other tenants still count.
  const { [session.tenantId]: _left, ...others } = visitsOf(session)
  const visits = JSON.stringify({ ...others, [tenantId]: now })
  await ports.store.sessions.update({ id: session.id, revokedAt: null }, { ...patch, visits })
  await endSurplusSessions(ports, { userId: session.userId, tenantId })
  return { ...session, ...patch, visits }
}
