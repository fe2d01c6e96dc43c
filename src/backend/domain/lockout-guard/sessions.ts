import type { SessionConfig } from '../../../entities/policies.ts'
import type { SessionRecord } from '../../store/records.ts'
import { assertMeetsFloor } from '../policies/floors.ts'
import { policyOf, vendorFloor } from '../policies/policies.ts'
import { sessionChangesOf } from '../policies/session-fields.ts'
import { endsOf, isLiveSession, surplusOf } from '../sessions/session-limits.ts'
import type { Judge } from './judge.ts'

const endedBy = (config: SessionConfig, sessions: readonly SessionRecord[], now: number): SessionRecord[] => {
  const ends = endsOf(config)
  const live = sessions.filter((session) => isLiveSession({ ...session, ...ends }, now))
  return [...sessions.filter((session) => !live.includes(session)), ...surplusOf(config, live)]
}

/** Sessions that are too old, idle for too long or too many under the new limits; a new sign-in is never refused. */
export const sessionsJudge: Judge<SessionConfig> = {
  read: sessionChangesOf,
  judge: async ({ ports, auth }, changes, subjects) => {
    assertMeetsFloor('sessions', changes, await vendorFloor(ports.store, 'sessions'))
    const config = { ...(await policyOf(ports.store, 'sessions', auth.tenantId)), ...changes }
    const now = ports.clock.now()
    const ended = new Set(subjects.flatMap(({ sessions }) => endedBy(config, sessions, now).map(({ id }) => id)))
    const isImpersonationOver = (session: SessionRecord) =>
      session.actorId !== null &&
      session.tenantId === auth.tenantId &&
      !isLiveSession({ ...session, ...endsOf(config) }, now)
    return {
      ends: (session) => ended.has(session.id) || isImpersonationOver(session),
      refuses: () => false,
    }
  },
}
