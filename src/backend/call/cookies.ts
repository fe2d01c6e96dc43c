import type { BackendConfig } from '../ports.ts'
import type { Caller } from './caller.ts'

export const refreshCookieName = (config: Pick<BackendConfig, 'clientId'>): string => cookieNameOf(config, 'refresh')

const attributes = (config: Pick<BackendConfig, 'apiUrl'>): string =>
  `Path=/; HttpOnly; SameSite=Lax${config.apiUrl.startsWith('https:') ? '; Secure' : ''}`

/** A cookie that no script reads; `name` keeps clients on one host apart, as the refresh cookie does. */
export const privateCookie = (
  config: Pick<BackendConfig, 'apiUrl'>,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): string => `${name}=${value}; Max-Age=${seconds}; ${attributes(config)}`

export const cookieNameOf = (config: Pick<BackendConfig, 'clientId'>, use: string): string =>
  `fe_${use}_${config.clientId.replaceAll('-', '')}`

export const refreshCookie = (config: BackendConfig, token: string): string =>
  privateCookie(config, { name: refreshCookieName(config), value: token, seconds: config.sessionSeconds })

export const clearedRefreshCookie = (config: BackendConfig): string =>
  privateCookie(config, { name: refreshCookieName(config), value: '', seconds: 0 })

/** Keeps the session of a user who impersonates another, so that stopping brings it back. */
const actorCookieName = (config: Pick<BackendConfig, 'clientId'>): string =>
  `fe_actor_${config.clientId.replaceAll('-', '')}`

export const actorCookie = (config: BackendConfig, { token, seconds }: { token: string; seconds: number }): string =>
  `${actorCookieName(config)}=${token}; Max-Age=${seconds}; ${attributes(config)}`

export const clearedActorCookie = (config: BackendConfig): string =>
  `${actorCookieName(config)}=; Max-Age=0; ${attributes(config)}`

export const readActorCookie = (config: BackendConfig, caller: Pick<Caller, 'cookie'>): string | undefined =>
  caller.cookie(actorCookieName(config)) || undefined

/** The first cookie of that name; browsers send the one with the longest path first (RFC 6265 §5.4). */
export const cookieOf = (header: string | null, name: string): string | undefined => {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}
