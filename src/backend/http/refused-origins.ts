import { isAllowedOrigin } from '../call/origins.ts'
import type { Ports } from '../ports.ts'

/** Anyone can invent origins, so the log is limited to this many. */
const MAX_LOGGED = 50

/** Logs each origin of a preflight that the settings refuse, once, with the setting that would allow it. */
export const createRefusedOrigins = ({ config, log }: Pick<Ports, 'config' | 'log'>) => {
  const logged = new Set<string>()
  return (request: Request): void => {
    const origin = request.headers.get('Origin')
    if (!origin || isAllowedOrigin(config, origin) || logged.has(origin) || logged.size >= MAX_LOGGED) return
    logged.add(origin)
    const shown = URL.canParse(origin) ? new URL(origin).origin : 'null'
    const advice =
      shown === 'null'
        ? 'pages opened from files or sandboxed frames cannot use the API.'
        : `to allow it, start with ALLOWED_ORIGINS=${[...config.allowedOrigins, shown].join(',')}`
    log.warn(`Refused a page of the origin ${shown}; ${advice}`)
  }
}
