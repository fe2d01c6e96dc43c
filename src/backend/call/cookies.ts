import type { BackendConfig } from '../ports.ts'
import type { Caller } from './caller.ts'

export const refreshCookieName = (config: Named): string => cookieNameOf(config, 'refresh')

const attributes = (config: Pick<BackendConfig, 'apiUrl'>): string =>
  `Path=/; HttpOnly; SameSite=Lax${config.apiUrl.startsWith('https:') ? '; Secure' : ''}`

/**
 * Creates a cookie that scripts can't read. `name` keeps the cookies of several clients on one host apart, like the
 * refresh cookie's.
 */
export const privateCookie = (
  config: Pick<BackendConfig, 'apiUrl'>,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): string => `${name}=${value}; Max-Age=${seconds}; ${attributes(config)}`

type Named = Pick<BackendConfig, 'clientId' | 'apiUrl' | 'hostCookies'>

/**
 * Browsers accept a cookie with this prefix from this host only, so no other host of the site can plant one
 * (RFC 6265bis §4.1.3.2).
 */
export const cookiePrefix = ({ apiUrl, hostCookies }: Pick<Named, 'apiUrl' | 'hostCookies'>): string =>
  hostCookies && apiUrl.startsWith('https:') ? '__Host-' : ''

export const cookieNameOf = (config: Named, use: string): string =>
  `${cookiePrefix(config)}fe_${use}_${config.clientId.replaceAll('-', '')}`

export const refreshCookie = (config: BackendConfig, token: string): string =>
  privateCookie(config, { name: refreshCookieName(config), value: token, seconds: config.sessionSeconds })

export const clearedRefreshCookie = (config: BackendConfig): string =>
  privateCookie(config, { name: refreshCookieName(config), value: '', seconds: 0 })

/**
 * Returns the name of the cookie that keeps the impersonating user's own session, so that it can be restored
 * afterwards.
 */
const actorCookieName = (config: Named): string => cookieNameOf(config, 'actor')

export const actorCookie = (config: BackendConfig, { token, seconds }: { token: string; seconds: number }): string =>
  `${actorCookieName(config)}=${token}; Max-Age=${seconds}; ${attributes(config)}`

export const clearedActorCookie = (config: BackendConfig): string =>
  `${actorCookieName(config)}=; Max-Age=0; ${attributes(config)}`

export const readActorCookies = (config: BackendConfig, caller: Pick<Caller, 'cookies'>): readonly string[] =>
  caller.cookies(actorCookieName(config)).filter(Boolean)

/**
 * Returns all cookies of that name, each value once; browsers send the one with the longest path first (RFC 6265 §5.4).
 */
export const cookiesOf = (header: string | null, name: string): string[] => {
  const values = (header ?? '').split(';').flatMap((part) => {
    const at = part.indexOf('=')
    return at > 0 && part.slice(0, at).trim() === name ? [part.slice(at + 1).trim()] : []
  })
  return [...new Set(values)]
}

/**
 * Opens the cookies of one name, and returns the result if exactly one of them opens. Any host of the site can plant
 * another cookie, so their order proves nothing; if two open, neither is used.
 */
export const onlyOpened = async <Found>(
  values: readonly string[],
  open: (value: string) => Promise<Found | undefined>,
): Promise<Found | undefined> => {
  const opened = (await Promise.all(values.map(open))).filter((each) => each !== undefined)
  return opened.length === 1 ? opened[0] : undefined
}
