import type { SessionConfig } from '../../../../entities/policies.ts'
import { sessionsSetting } from '../../settings/sessions.ts'
import { endsOf, isLiveSession, surplusOf } from '../sessions/live-session.ts'
import type { GuardedSession, Judge } from './judge.ts'

interface Ended {
  /** Sessions that are too old or exceed the limit; ending them also ends the impersonations started from them. */
  closed: GuardedSession[]
  /** Sessions that are idle for too long, although their owner may be active in an impersonation. */
  idle: GuardedSession[]
}

const endedBy = (
  config: SessionConfig,
  sessions: readonly GuardedSession[],
  { now, tenantId }: { now: number; tenantId: string },
): Ended => {
  const ends = endsOf(config)
  const isOld = (session: GuardedSession) => !isLiveSession({ ...session, ...ends, idleSeconds: null }, now)
  const young = sessions.filter((session) => !isOld(session))
  const live = young.filter((session) => isLiveSession({ ...session, ...ends }, now))
  return {
    closed: [...sessions.filter(isOld), ...surplusOf(config, live, tenantId)],
    idle: young.filter((session) => !live.includes(session)),
  }
}

const idsOf = (sessions: readonly GuardedSession[]): ReadonlySet<string> => new Set(sessions.map(({ id }) => id))

/**
 * Sessions that are too old, idle for too long or too many under the new limits end; sign-ins are never refused.
 */
export const sessionsJudge: Judge<SessionConfig> = {
  read: sessionsSetting.changes,
  judge: async ({ ports, auth }, changes, subjects) => {
    await sessionsSetting.assertMeetsFloor(ports.store, changes)
    const config = { ...(await sessionsSetting.of(ports.store, auth.tenantId)), ...changes }
    const now = ports.clock.now()
    const ended = subjects.map(({ sessions }) => endedBy(config, sessions, { now, tenantId: auth.tenantId }))
    const closed = idsOf(ended.flatMap((one) => one.closed))
    const idle = idsOf(ended.flatMap((one) => one.idle))
    const isImpersonationOver = (session: GuardedSession) =>
      closed.has(session.actorSessionId ?? '') ||
      (session.tenantId === auth.tenantId && !isLiveSession({ ...session, ...endsOf(config) }, now))
    return {
      ends: (session) =>
        closed.has(session.id) || idle.has(session.id) || (session.actorId !== null && isImpersonationOver(session)),
      refuses: () => false,
    }
  },
}
