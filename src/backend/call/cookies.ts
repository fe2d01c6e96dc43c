import type { BackendConfig } from '../ports.ts'

export const refreshCookieName = (config: Pick<BackendConfig, 'clientId'>): string =>
  `fe_refresh_${config.clientId.replaceAll('-', '')}`

const attributes = (config: BackendConfig): string =>
  `Path=/; HttpOnly; SameSite=Lax${config.apiUrl.startsWith('https:') ? '; Secure' : ''}`

export const refreshCookie = (config: BackendConfig, token: string): string =>
  `${refreshCookieName(config)}=${token}; Max-Age=${config.sessionSeconds}; ${attributes(config)}`

export const clearedRefreshCookie = (config: BackendConfig): string =>
  `${refreshCookieName(config)}=; Max-Age=0; ${attributes(config)}`

/** The first cookie of that name; browsers send the one with the longest path first (RFC 6265 §5.4). */
export const cookieOf = (header: string | null, name: string): string | undefined => {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}
