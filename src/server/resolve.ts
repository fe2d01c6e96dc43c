import type { From } from './api.ts'
import { type CookiePair, isRefreshCookie, parseCookies } from './cookies.ts'
import type { ServerConfig } from './options.ts'
import type { Refresher, RefreshOutcome } from './refresher.ts'
import { hashOf, renewEmbedded, renewHosted, revokeTokens } from './renew.ts'
import { SessionTooLargeError } from './session-cookie.ts'
import type { SealedSession, SessionCookies } from './session-cookies.ts'
import type { SessionClaims, Verifier } from './tokens.ts'

/** Session of a signed-in user on the server. */
export interface ServerSession {
  /** Token for calls to the API: `Authorization: Bearer …`. Never send it to another user's page. */
  accessToken: string
  refreshToken: string | undefined
  /** Seconds since the epoch. */
  expiresAt: number
  /** Claims: `sub`, `email`, `name`, `tenantId`, `roles` and `permissions` (keys), and any others that the API adds. */
  user: SessionClaims
}

/** A session and the cookies that must be set with it. */
export interface Resolved {
  /** `undefined` when signed out. */
  session: ServerSession | undefined
  /** `Set-Cookie` values that must reach the browser with the response. */
  setCookies: readonly string[]
}

/** Source of the cookies: a request, its headers, or a framework's object (`cookies()` of Next.js). */
export type CookieSource =
  | Pick<Request, 'headers'>
  | { get(name: 'cookie'): string | null }
  | { getAll(): readonly { name: string; value: string }[] }

export interface Core {
  config: ServerConfig
  verifier: Verifier
  sessionCookies: SessionCookies
  refresher: Refresher
}

export const cookiesOf = (source: CookieSource): CookiePair[] => {
  if ('getAll' in source) return source.getAll().map(({ name, value }) => [name, value] as const)
  return parseCookies('headers' in source ? source.headers.get('cookie') : source.get('cookie'))
}

/** Returns each refresh cookie value once; another host of the site may have planted some. */
export const refreshCookiesOf = ({ config }: Core, cookies: readonly CookiePair[]): CookiePair[] => {
  const all = cookies.filter(([name, value]) => value !== '' && isRefreshCookie(name, config))
  return all.filter(([, value], at) => all.findIndex((each) => each[1] === value) === at)
}

const claimsOf = async ({ config, verifier }: Core, sealed: SealedSession): Promise<SessionClaims | undefined> => {
  if (sealed.expiresAt * 1_000 <= config.now()) return undefined
  return sealed.claims ?? verifier.accessToken(sealed.accessToken)
}

const sessionOf = (sealed: SealedSession, user: SessionClaims, refreshToken: string | undefined): ServerSession => ({
  accessToken: sealed.accessToken,
  refreshToken,
  expiresAt: sealed.expiresAt,
  user,
})

interface Found {
  sealed: { value: SealedSession; stale: boolean } | undefined
  refreshCookie: CookiePair | undefined
  refreshToken: string | undefined
}

/**
 * Finds the session. In embedded login it lasts only as long as its refresh cookie: otherwise a sign-out, or a sign-in
 * as another user, directly at the API would leave the old session signed in here.
 */
const find = async (core: Core, cookies: readonly CookiePair[]): Promise<Found> => {
  if (core.config.hosted) {
    const sealed = await core.sessionCookies.read(cookies)
    return { sealed, refreshCookie: undefined, refreshToken: sealed?.value.refreshToken }
  }
  const pairs: { sealed: Found['sealed']; refreshCookie: CookiePair }[] = []
  const refreshCookies = refreshCookiesOf(core, cookies)
  const sessions = await core.sessionCookies.readAll(cookies)
  for (const refreshCookie of refreshCookies) {
    const hash = await hashOf(refreshCookie[1])
    const own = sessions.filter(({ value }) => value.refreshHash === hash)
    if (own.length > 0) pairs.push({ sealed: own[0], refreshCookie })
  }
  // Without a sealed session, several refresh cookies are as ambiguous as two sessions.
  const [only] = refreshCookies
  if (pairs.length === 0 && refreshCookies.length === 1 && only) pairs.push({ sealed: undefined, refreshCookie: only })
  const [found] = pairs
  if (!found || pairs.length > 1) return { sealed: undefined, refreshCookie: undefined, refreshToken: undefined }
  return { ...found, refreshToken: found.refreshCookie[1] }
}

/** Returns the refresh token of this browser's session, if it has one. */
export const refreshTokenOf = async (core: Core, source: CookieSource): Promise<string | undefined> =>
  (await find(core, cookiesOf(source))).refreshToken

/** Returns the session in the cookies without renewing it. */
export const readSession = async (core: Core, source: CookieSource): Promise<ServerSession | undefined> => {
  try {
    const { sealed, refreshToken } = await find(core, cookiesOf(source))
    const claims = sealed && (await claimsOf(core, sealed.value))
    return claims && sessionOf(sealed.value, claims, refreshToken)
  } catch (error) {
    core.config.log.error('The session could not be read', error)
    return undefined
  }
}

const renew = (core: Core, { sealed, refreshCookie, refreshToken }: Found, from: From) => {
  if (refreshToken === undefined) return undefined
  return core.refresher.renew(refreshToken, async (): Promise<RefreshOutcome> => {
    if (refreshCookie) return renewEmbedded(core, refreshCookie, from)
    return sealed ? renewHosted(core, sealed.value, from) : { kind: 'refused' }
  })
}

/** Returns the cookies of a renewed session. One that is too large is removed, and the API's cookies remain. */
const renewedCookies = async (
  { config, sessionCookies }: Core,
  { session, setCookies = [] }: Exclude<RefreshOutcome, { kind: 'refused' }>,
  { cookies, from }: { cookies: readonly CookiePair[]; from: From },
): Promise<{ setCookies: readonly string[]; isTooLarge: boolean }> => {
  if (!session) return { setCookies, isTooLarge: false }
  try {
    return { setCookies: [...setCookies, ...(await sessionCookies.write(session, cookies))], isTooLarge: false }
  } catch (error) {
    if (!(error instanceof SessionTooLargeError)) throw error
    config.log.error('The session could not be renewed', error)
    await revokeTokens({ config }, session, from)
    return { setCookies: [...setCookies, ...sessionCookies.clear(cookies)], isTooLarge: true }
  }
}

const resolve = async (core: Core, cookies: readonly CookiePair[], from: From): Promise<Resolved> => {
  const { sessionCookies } = core
  const found = await find(core, cookies)
  const { sealed, refreshToken } = found
  const claims = sealed && (await claimsOf(core, sealed.value))
  if (claims) {
    // An older password opened the session, so it is sealed again and that password can be removed.
    const setCookies = sealed.stale ? await sessionCookies.write(sealed.value, cookies) : []
    return { session: sessionOf(sealed.value, claims, refreshToken), setCookies }
  }
  const outcome = await renew(core, found, from)
  if (!outcome || outcome.kind === 'refused') return { session: undefined, setCookies: sessionCookies.clear(cookies) }
  // From here on, the API has replaced the refresh token, so the cookies are set even if no one is signed in.
  const { setCookies, isTooLarge } = await renewedCookies(core, outcome, { cookies, from })
  if (outcome.kind === 'unavailable' || isTooLarge) return { session: undefined, setCookies }
  const user = await claimsOf(core, outcome.session)
  if (!user) return { session: undefined, setCookies }
  return { session: sessionOf(outcome.session, user, outcome.session.refreshToken ?? refreshToken), setCookies }
}

/** Returns the session of a request, renewed when its access token has ended. Any failure means signed out. */
export const resolveSession = async (core: Core, source: CookieSource): Promise<Resolved> => {
  try {
    return await resolve(core, cookiesOf(source), 'headers' in source ? source : undefined)
  } catch (error) {
    core.config.log.error('The session could not be resolved', error)
    return { session: undefined, setCookies: [] }
  }
}
