import type { SessionConfig } from '../../../../entities/policies.ts'
import type { Ports } from '../../../ports.ts'
import type { SessionRecord } from '../../../store/records.ts'
import { sessionsSetting } from '../../settings/sessions.ts'
import { endsOf, isLiveSession, surplusOf, visitsOf } from './session-limits.ts'
import { endAll } from './session-upkeep.ts'

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
const note = async (ports: Ports, session: SessionRecord, tenantId: string, at: number): Promise<SessionRecord> => {
  const visits = JSON.stringify({ ...visitsOf(session), [tenantId]: at })
  const where = { id: session.id, revokedAt: null, visits: session.visits }
  if (await ports.store.sessions.update(where, { visits })) return { ...session, visits }
  const current = await ports.store.sessions.get(session.id)
  return current && current.revokedAt === null ? note(ports, current, tenantId, at) : session
}

/**
 * Ends the user's sessions that entered the tenant first, beyond the number it allows; those of impersonators don't
 * count. A session of another tenant that only acted here continues there. Runs after the new session is stored, so
 * that simultaneous sign-ins see each other and agree on the order.
 */
export const endSurplusSessions = async (
  ports: Ports,
  { userId, tenantId }: Pick<SessionRecord, 'userId' | 'tenantId'>,
): Promise<void> => {
  const config = await sessionsSetting.of(ports.store, tenantId)
  if (!config.sessionConcurrentConfiguration.isActive) return
  const now = ports.clock.now()
  const all = await ports.store.sessions.list({ userId, revokedAt: null, actorId: null })
  const isInside = (session: SessionRecord) =>
    session.tenantId === tenantId
      ? isLiveSession(session, now)
      : (visitsOf(session)[tenantId] ?? DISPLACED) > DISPLACED && isWithin(config, session, now)
  const surplus = surplusOf(config, all.filter(isInside), tenantId)
  const residents = surplus.filter((session) => session.tenantId === tenantId)
  await endAll(ports.store, residents, now)
  for (const visitor of surplus) if (!residents.includes(visitor)) await note(ports, visitor, tenantId, DISPLACED)
}

/** Records a session that acts in a tenant it is not in, if the tenant limits sessions per user. */
export const noteVisit = async (ports: Ports, session: SessionRecord, tenantId: string): Promise<SessionRecord> => {
  if (session.tenantId === tenantId || session.actorId !== null) return session
  const { sessionConcurrentConfiguration: limit } = await sessionsSetting.of(ports.store, tenantId)
  if (!limit.isActive) return session
  const noted = visitsOf(session)[tenantId] ? session : await note(ports, session, tenantId, ports.clock.now())
  await endSurplusSessions(ports, { userId: session.userId, tenantId })
  return noted
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
