import type { SessionConfig } from '../../../../entities/policies.ts'
import type { Ports } from '../../../ports.ts'
import type { SessionRecord } from '../../../store/records.ts'
import { policyOf } from '../../settings/policies.ts'
import { endsOf, isLiveSession, surplusOf, visitsOf } from './session-limits.ts'
import { endAll } from './session-upkeep.ts'

/** A session may act in a tenant without moving there: by the scoped tenant header, or by a token for one tenant. */
const DISPLACED = 0

const isWithin = (config: SessionConfig, session: SessionRecord, now: number): boolean =>
  isLiveSession({ ...session, ...endsOf(config) }, now)

/** Whether the limits of a tenant that the session is not in have ended it there. */
export const isOverIn = async (
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  session: SessionRecord,
  tenantId: string,
): Promise<boolean> => {
  if (session.tenantId === tenantId || session.actorId !== null) return false
  const config = await policyOf(store, 'sessions', tenantId)
  if (!isWithin(config, session, clock.now())) return true
  return config.sessionConcurrentConfiguration.isActive && visitsOf(session)[tenantId] === DISPLACED
}

/** Compares before it writes: a session can come into two tenants at the same moment. */
const note = async (ports: Ports, session: SessionRecord, tenantId: string, at: number): Promise<SessionRecord> => {
  const visits = JSON.stringify({ ...visitsOf(session), [tenantId]: at })
  const where = { id: session.id, revokedAt: null, visits: session.visits }
  if (await ports.store.sessions.update(where, { visits })) return { ...session, visits }
  const current = await ports.store.sessions.get(session.id)
  return current && current.revokedAt === null ? note(ports, current, tenantId, at) : session
}

/**
 * Ends the sessions of a user that came into the tenant first, beyond what it allows; those of impersonators don't count.
 * One that is elsewhere and only acted here continues there. It runs after the new one is stored, so that sign-ins at the
 * same moment see each other and agree on which ones came first.
 */
export const endSurplusSessions = async (
  ports: Ports,
  { userId, tenantId }: Pick<SessionRecord, 'userId' | 'tenantId'>,
): Promise<void> => {
  const config = await policyOf(ports.store, 'sessions', tenantId)
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

/** Counts a session that acts in a tenant it is not in, where the tenant limits how many a user may have. */
export const noteVisit = async (ports: Ports, session: SessionRecord, tenantId: string): Promise<SessionRecord> => {
  if (session.tenantId === tenantId || session.actorId !== null) return session
  const { sessionConcurrentConfiguration: limit } = await policyOf(ports.store, 'sessions', tenantId)
  if (!limit.isActive) return session
  const noted = visitsOf(session)[tenantId] ? session : await note(ports, session, tenantId, ports.clock.now())
  await endSurplusSessions(ports, { userId: session.userId, tenantId })
  return noted
}

/** The session is in the tenant from now on, with its limits. */
export const noteMove = async (ports: Ports, session: SessionRecord, tenantId: string): Promise<SessionRecord> => {
  const now = ports.clock.now()
  const patch = { tenantId, ...endsOf(await policyOf(ports.store, 'sessions', tenantId)) }
  // A visit to the tenant it leaves is over; how it came into others still counts.
  const { [session.tenantId]: _left, ...others } = visitsOf(session)
  const visits = JSON.stringify({ ...others, [tenantId]: now })
  await ports.store.sessions.update({ id: session.id, revokedAt: null }, { ...patch, visits })
  await endSurplusSessions(ports, { userId: session.userId, tenantId })
  return { ...session, ...patch, visits }
}
