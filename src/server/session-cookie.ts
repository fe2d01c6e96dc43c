/** RFC 6265 §6.1: size of name plus value that every browser accepts. */
const COOKIE_BYTES = 4_096
/** Servers refuse longer header blocks, and other cookies need some of that space too. */
const TOTAL_BYTES = 8_192

/** Thrown when the sealed session is too large for the cookies of one request. */
export class SessionTooLargeError extends Error {
  override readonly name = 'SessionTooLargeError'
}

/**
 * Returns the name of the session cookie.
 *
 * @example sessionCookieName('b6adfe4c-d695-4c04') // 'fe_session-b6adfe4cd6954c04'
 */
export const sessionCookieName = (clientId: string, base = 'fe_session'): string =>
  `${base}-${clientId.replaceAll('-', '')}`

/** A cookie to set or to delete. */
export interface CookieChange {
  name: string
  /** `undefined` deletes the cookie. */
  value?: string
}

/**
 * Returns the chunk number of a session cookie (0 for an unchunked one); `undefined` for another name with the same
 * beginning.
 */
const chunkNumber = (name: string, cookie: string): number | undefined => {
  if (cookie === name) return 0
  if (!cookie.startsWith(`${name}-`)) return undefined
  const suffix = cookie.slice(name.length + 1)
  return /^[1-9]\d?$/.test(suffix) ? Number(suffix) : undefined
}

const split = (name: string, sealed: string): CookieChange[] => {
  if (name.length + sealed.length <= COOKIE_BYTES) return [{ name, value: sealed }]
  const room = COOKIE_BYTES - name.length - '-99'.length
  const count = Math.ceil(sealed.length / room)
  return Array.from({ length: count }, (_, index) => ({
    name: `${name}-${index + 1}`,
    value: sealed.slice(index * room, (index + 1) * room),
  }))
}

/**
 * Returns the cookies to set for a sealed session, and the earlier session's cookies to delete.
 *
 * @throws SessionTooLargeError above 8 KB
 * @example writeSessionCookies(sessionCookieName('c1'), 'sealed', ['fe_session-c1-1']) // deletes the chunk, sets the whole
 */
export const writeSessionCookies = (name: string, sealed: string, present: readonly string[]): CookieChange[] => {
  const wanted = split(name, sealed)
  const size = wanted.reduce((sum, cookie) => sum + cookie.name.length + (cookie.value?.length ?? 0), 0)
  if (size > TOTAL_BYTES)
    throw new SessionTooLargeError(`The sealed session needs ${size} bytes of cookies, at most ${TOTAL_BYTES} fit`)
  const kept = new Set(wanted.map((cookie) => cookie.name))
  return [...clearSessionCookies(name, present).filter((cookie) => !kept.has(cookie.name)), ...wanted]
}

/**
 * Returns deletions of the session cookie and of all its chunks in the request.
 *
 * @example clearSessionCookies(sessionCookieName('c1'), ['fe_session-c1', 'other']) // [{ name: 'fe_session-c1' }]
 */
export const clearSessionCookies = (name: string, present: readonly string[]): CookieChange[] =>
  [...new Set(present)].filter((cookie) => chunkNumber(name, cookie) !== undefined).map((cookie) => ({ name: cookie }))

/** Far more than the server ever sets; each candidate costs an attempt to open it. */
const MAX_CANDIDATES = 32

/** Returns every combination of one value per chunk. */
const joined = (chunks: readonly (readonly string[])[]): string[] =>
  chunks.reduce<string[]>(
    (texts, values) => texts.flatMap((text) => values.map((value) => text + value)).slice(0, MAX_CANDIDATES),
    [''],
  )

/**
 * Returns the texts that may be the sealed session in a request's cookies. Any host of the site can plant a cookie or
 * chunk with these names, so callers try all of them: forged ones don't open. Without such a cookie there is no
 * session.
 *
 * @example readSessionCookies(sessionCookieName('c1'), [['fe_session-c1', 'sealed']]) // ['sealed']
 */
export const readSessionCookies = (name: string, cookies: readonly (readonly [string, string])[]): string[] => {
  const parts = new Map<number, string[]>()
  for (const [cookie, value] of cookies) {
    const number = chunkNumber(name, cookie)
    if (number === undefined) continue
    const values = parts.get(number) ?? []
    if (!values.includes(value)) parts.set(number, [...values, value])
  }
  const chunks: string[][] = []
  const ofChunks: string[] = []
  for (let number = 1; parts.has(number); number += 1) {
    chunks.push(parts.get(number) ?? [])
    // The text with the most chunks is tried first. One with fewer is a session only if the other chunks were planted.
    ofChunks.unshift(...joined(chunks))
  }
  return [...new Set([...(parts.get(0) ?? []), ...ofChunks])].slice(0, MAX_CANDIDATES)
}
