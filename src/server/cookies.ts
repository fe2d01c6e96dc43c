import type { ServerConfig } from './options.ts'

export type CookiePair = readonly [name: string, value: string]

/** Returns the cookies of a `Cookie` header, in order and not decoded (RFC 6265 §5.4). */
export const parseCookies = (header: string | null | undefined): CookiePair[] =>
  (header ?? '').split(';').flatMap((part) => {
    const at = part.indexOf('=')
    return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const] : []
  })

export const formatCookies = (cookies: readonly CookiePair[]): string =>
  cookies.map(([name, value]) => `${name}=${value}`).join('; ')

interface NewCookie {
  name: string
  /** `undefined` deletes the cookie. */
  value?: string
  /** Seconds. */
  maxAge?: number
}

/**
 * Returns a `Set-Cookie` value: this host only, HttpOnly, Lax, and Secure on https. A deletion repeats the attributes,
 * because browsers would otherwise keep a `Secure` cookie.
 */
export const setCookie = ({ name, value, maxAge = 0 }: NewCookie, { secure }: Pick<ServerConfig, 'secure'>): string =>
  [
    `${name}=${value ?? ''}`,
    'Path=/',
    `Max-Age=${value === undefined ? 0 : maxAge}`,
    'HttpOnly',
    'SameSite=Lax',
    'Priority=High',
    ...(secure ? ['Secure'] : []),
  ].join('; ')

/** Returns the name and value of a `Set-Cookie` header; the value is `undefined` when it deletes the cookie. */
const changeOf = (header: string): { name: string; value: string | undefined } => {
  const [pair = '', ...attributes] = header.split(';')
  const at = pair.indexOf('=')
  const isDeletion = attributes.some((text) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(text))
  return { name: pair.slice(0, at).trim(), value: isDeletion ? undefined : pair.slice(at + 1).trim() }
}

/**
 * Returns the cookies that a browser would send after these responses, for code that runs later in the same request.
 */
export const applyCookies = (cookies: readonly CookiePair[], setCookies: readonly string[]): CookiePair[] => {
  const changes = new Map(setCookies.map(changeOf).map(({ name, value }) => [name, value]))
  const set = [...changes].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return [...cookies.filter(([name]) => !changes.has(name)), ...set]
}

/** Returns the value that these responses set last for a matching cookie. */
export const setValueOf = (setCookies: readonly string[], isWanted: (name: string) => boolean): string | undefined =>
  setCookies
    .map(changeOf)
    .filter(({ name }) => isWanted(name))
    .at(-1)?.value

/** Matches `fe_refresh_<client id>`; APIs differ in how many dashes they keep. */
export const isRefreshCookie = (name: string, { clientId }: Pick<ServerConfig, 'clientId'>): boolean =>
  name.replace(/^__Host-/, '').replaceAll('-', '') === `fe_refresh_${clientId.replaceAll('-', '')}`

/** Rewrites a cookie of the API for this host: removes the API's domain and, on http, whatever only https allows. */
export const adoptCookie = (header: string, { apiUrl, secure }: Pick<ServerConfig, 'apiUrl' | 'secure'>): string =>
  header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => {
      const [name = '', value = ''] = part.toLowerCase().split('=')
      if (name === 'domain') return value.replace(/^\./, '') !== apiUrl.hostname
      if (secure) return true
      return name !== 'secure' && !(name === 'samesite' && value === 'none')
    })
    .join('; ')
