import type { SessionConfig } from '../../../../entities/policies.ts'
import type { Ports } from '../../../ports.ts'
import type { SessionRecord } from '../../../store/records.ts'
import { sessionsSetting } from '../../settings/sessions.ts'

export type SessionEnds = Pick<SessionRecord, 'idleSeconds' | 'absoluteSeconds'>

type ActiveSession = Pick<SessionRecord, 'createdAt' | 'rotatedAt' | 'refreshedAt' | 'lastActiveAt'>
type TimedSession = ActiveSession & SessionEnds & Pick<SessionRecord, 'expiresAt' | 'revokedAt'>

const secondsOf = (limit: { isActive: boolean; timeout: number } | undefined): number | null =>
  limit?.isActive ? limit.timeout : null

/**
 * Returns the limits that a policy sets for a session. They are stored in its row so that requests don't read the
 * policy.
 */
export const endsOf = (config: SessionConfig): SessionEnds => ({
  idleSeconds: secondsOf(config.sessionIdleTimeoutConfiguration),
  absoluteSeconds: secondsOf(config.sessionTimeoutConfiguration),
})

export const sessionEnds = async (ports: Ports, tenantId: string): Promise<SessionEnds> =>
  endsOf(await sessionsSetting.of(ports.store, tenantId))

/** Returns when the session was last active. Reported activity takes precedence; without it, only refreshes count. */
export const lastActiveAt = (session: ActiveSession): number =>
  session.lastActiveAt ?? Math.max(session.createdAt, session.rotatedAt, session.refreshedAt ?? 0)

/** Returns the end of each limit that is set, in milliseconds since the epoch. */
export const endsAt = (session: ActiveSession & SessionEnds): { idle: number | null; absolute: number | null } => ({
  idle: session.idleSeconds === null ? null : lastActiveAt(session) + session.idleSeconds * 1_000,
  absolute: session.absoluteSeconds === null ? null : session.createdAt + session.absoluteSeconds * 1_000,
})

/** Returns when a session entered tenants other than the one it began in. */
export const visitsOf = ({ visits }: Pick<SessionRecord, 'visits'>): Readonly<Record<string, number>> =>
  // The text is only written by `session-visits.ts`.
  visits === null ? {} : (JSON.parse(visits) as Record<string, number>)

type Placed = Pick<SessionRecord, 'id' | 'createdAt' | 'visits'>

const enteredAt = (session: Placed, tenantId: string): number => visitsOf(session)[tenantId] ?? session.createdAt

/** Returns the sessions of one user that entered the tenant first, beyond the number it allows at once. */
export const surplusOf = <Session extends Placed>(
  { sessionConcurrentConfiguration: limit }: SessionConfig,
  live: readonly Session[],
  tenantId: string,
): Session[] =>
  limit?.isActive
    ? [...live]
        .sort(
          (one, other) =>
            enteredAt(other, tenantId) - enteredAt(one, tenantId) ||
            other.createdAt - one.createdAt ||
            (one.id < other.id ? -1 : 1),
        )
        .slice(limit.maxSessions)
    : []

/** Returns whether a session is not revoked, expired, idle for too long or older than its tenant allows. */
export const isLiveSession = <Session extends TimedSession>(
  session: Session | undefined,
  now: number,
): session is Session => {
  if (!session || session.revokedAt !== null || session.expiresAt <= now) return false
  const { idle, absolute } = endsAt(session)
  return (idle === null || idle > now) && (absolute === null || absolute > now)
}
