import { type CookiePair, setCookie } from './cookies.ts'
import type { ServerConfig } from './options.ts'
import type { Seal } from './seal.ts'
import {
  type CookieChange,
  clearSessionCookies,
  readSessionCookies,
  SessionTooLargeError,
  sessionCookieName,
  writeSessionCookies,
} from './session-cookie.ts'
import type { SessionClaims } from './tokens.ts'

/** Content of the sealed cookie. */
export interface SealedSession {
  accessToken: string
  /** Seconds since the epoch. */
  expiresAt: number
  /** Set in hosted login, where the refresh token is stored nowhere else. */
  refreshToken?: string
  /** Set in embedded login: hash of the refresh cookie that this session belongs to. */
  refreshHash?: string
  /** Set in hosted login: identifies the session to end at sign-out. Omitted when the cookies have no room for it. */
  idToken?: string
  /** Claims of the ID token, when the access token is opaque. */
  claims?: SessionClaims
}

interface OpenedSession {
  value: SealedSession
  stale: boolean
}

export interface SessionCookies {
  name: string
  /** Returns every session in the cookies; several if another host of the site has planted cookies. */
  readAll(cookies: readonly CookiePair[]): Promise<OpenedSession[]>
  /** Returns the session if the cookies hold exactly one. */
  read(cookies: readonly CookiePair[]): Promise<OpenedSession | undefined>
  /** Returns `Set-Cookie` values. @throws SessionTooLargeError */
  write(session: SealedSession, cookies: readonly CookiePair[]): Promise<string[]>
  clear(cookies: readonly CookiePair[]): string[]
  /** Returns whether a cookie is the session or a chunk of it. */
  isSession(name: string): boolean
}

export const createSessionCookies = (config: ServerConfig, seal: Seal<SealedSession>): SessionCookies => {
  const name = sessionCookieName(config.clientId, config.hostPrefix + config.cookieName)
  const namesOf = (cookies: readonly CookiePair[]) => cookies.map(([cookie]) => cookie)
  const sealedChanges = async (session: SealedSession, present: readonly string[]) =>
    writeSessionCookies(name, await seal.seal(session, config.sessionSeconds), present)
  const changesFor = async (session: SealedSession, present: readonly string[]): Promise<CookieChange[]> => {
    try {
      return await sealedChanges(session, present)
    } catch (error) {
      if (!(error instanceof SessionTooLargeError) || session.idToken === undefined) throw error
      const { idToken: _left, ...rest } = session
      return sealedChanges(rest, present)
    }
  }
  const readAll = async (cookies: readonly CookiePair[]): Promise<OpenedSession[]> => {
    const opened = await Promise.all(readSessionCookies(name, cookies).map((sealed) => seal.open(sealed)))
    return opened.filter((each) => each !== undefined)
  }
  return {
    name,
    isSession: (cookie) => clearSessionCookies(name, [cookie]).length > 0,
    readAll,
    async read(cookies) {
      const [only, ...others] = await readAll(cookies)
      return others.length === 0 ? only : undefined
    },
    async write(session, cookies) {
      const changes = await changesFor(session, namesOf(cookies))
      return changes.map((change) => setCookie({ ...change, maxAge: config.sessionSeconds }, config))
    },
    clear: (cookies) => clearSessionCookies(name, namesOf(cookies)).map((change) => setCookie(change, config)),
  }
}
