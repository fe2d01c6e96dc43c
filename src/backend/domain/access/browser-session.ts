import type { Caller } from '../../call/caller.ts'
import { refreshCookieName } from '../../call/cookies.ts'
import type { Ports } from '../../ports.ts'
import type { SessionRecord } from '../../store/records.ts'
import { isUsable } from './live-session.ts'
import { isCurrent, readRefreshToken, revokeForReuse } from './refresh-token.ts'

/** The session that a genuine token names, ended or not. */
export const namedSession = async (ports: Ports, token: string | undefined) => {
  const named = token === undefined ? undefined : await readRefreshToken(ports, token)
  const session = named && (await ports.store.sessions.get(named.id))
  return named && session ? { session, generation: named.generation } : undefined
}

/** The live session of a token, without rotating it. A superseded token ends it, as a refresh would. */
export const sessionOfToken = async (
  ports: Ports,
  caller: Caller,
  token: string | undefined,
): Promise<SessionRecord | undefined> => {
  const named = await namedSession(ports, token)
  if (!named || !(await isUsable(ports, named.session))) return undefined
  if (isCurrent(ports, named)) return named.session
  await revokeForReuse(ports, caller, named.session)
  return undefined
}

/** The session that this browser's cookie identifies. */
export const browserSession = (ports: Ports, caller: Caller): Promise<SessionRecord | undefined> =>
  sessionOfToken(ports, caller, caller.cookie(refreshCookieName(ports.config)))
