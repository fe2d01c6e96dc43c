import type { Caller } from '../../../call/caller.ts'
import { refreshCookieName } from '../../../call/cookies.ts'
import type { Ports } from '../../../ports.ts'
import type { SessionRecord } from '../../../store/records.ts'
import { isUsable } from './live-session.ts'
import { isCurrent, readRefreshToken, revokeForReuse } from './refresh-token.ts'

/** Returns the session of a genuine token, even if it has ended. */
export const namedSession = async (ports: Ports, token: string | undefined) => {
  const named = token === undefined ? undefined : await readRefreshToken(ports, token)
  const session = named && (await ports.store.sessions.get(named.id))
  return named && session ? { session, generation: named.generation } : undefined
}

/**
 * Returns the valid token among cookies of the same name. Any host of the site can set another cookie, so their order
 * means nothing: only tokens of live sessions count, and tokens of different sessions yield none. Of one session, the
 * newest counts.
 */
const tokenAmong = async (ports: Ports, tokens: readonly string[]): Promise<string | undefined> => {
  if (tokens.length < 2) return tokens[0]
  const found = []
  for (const token of tokens) {
    const named = await namedSession(ports, token)
    if (named && (await isUsable(ports, named.session))) found.push({ token, ...named })
  }
  const [newest, ...others] = found.sort((left, right) => right.generation - left.generation)
  return others.every(({ session }) => session.id === newest?.session.id) ? newest?.token : undefined
}

/** Returns the live session of a token without rotating it. A superseded token ends the session, as a refresh would. */
const sessionOfToken = async (
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

export const sessionOfTokens = async (
  ports: Ports,
  caller: Caller,
  tokens: readonly string[],
): Promise<SessionRecord | undefined> => sessionOfToken(ports, caller, await tokenAmong(ports, tokens))

/** Returns the refresh token of this browser. */
export const browserToken = (ports: Ports, caller: Caller): Promise<string | undefined> =>
  tokenAmong(ports, caller.cookies(refreshCookieName(ports.config)).filter(Boolean))

/** Returns the session that this browser's cookie identifies. */
export const browserSession = async (ports: Ports, caller: Caller): Promise<SessionRecord | undefined> =>
  sessionOfToken(ports, caller, await browserToken(ports, caller))
