import type { Caller } from '../../call/caller.ts'
import { refreshCookieName } from '../../call/cookies.ts'
import type { Ports } from '../../ports.ts'
import type { SessionRecord } from '../../store/records.ts'
import { isLiveSession } from '../sessions/session-limits.ts'
import { readRefreshToken } from './refresh-token.ts'

/** The sign-in that this browser's cookie speaks for; asking rotates nothing. */
export const browserSession = async (ports: Ports, caller: Caller): Promise<SessionRecord | undefined> => {
  const token = caller.cookie(refreshCookieName(ports.config))
  const named = token === undefined ? undefined : await readRefreshToken(ports, token)
  const session = named && (await ports.store.sessions.get(named.id))
  if (!named || !isLiveSession(session, ports.clock.now())) return undefined
  // The last cookie may still be on its way to this browser; an older one is nobody's.
  return named.generation >= session.generation - 1 ? session : undefined
}
