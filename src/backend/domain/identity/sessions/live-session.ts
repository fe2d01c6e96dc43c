import type { Ports } from '../../../ports.ts'
import type { SessionRecord } from '../../../store/records.ts'
import { mayContinue } from './impersonator.ts'
import { isLiveSession } from './session-limits.ts'

/**
 * Returns the session while it may be used: neither ended nor expired and, for an impersonation, with an actor who may
 * continue it. Every path from a token to a caller reads sessions with this function.
 */
export const liveSession = async (ports: Ports, id: string): Promise<SessionRecord | undefined> => {
  const session = await ports.store.sessions.get(id)
  return (await isUsable(ports, session)) ? session : undefined
}

export const isUsable = async (ports: Ports, session: SessionRecord | undefined): Promise<boolean> => {
  if (!isLiveSession(session, ports.clock.now())) return false
  return session.actorId === null || mayContinue(ports, session)
}
