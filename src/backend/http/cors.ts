import { authorization } from '../../contract/authorization.ts'
import { oauthServer } from '../../contract/oauth-server.ts'
import { portal } from '../../contract/portal.ts'
import { session } from '../../contract/session.ts'
import { isAllowedOrigin } from '../call/origins.ts'
import type { BackendConfig, Ports } from '../ports.ts'

const PREFLIGHT_SECONDS = '600'

/**
 * Adds the headers that let the page of an allowed origin read the response. `Vary` is always set, because caches see
 * both kinds.
 */
export const withCors = (config: BackendConfig, origin: string | null, headers: Headers): void => {
  headers.append('Vary', 'Origin')
  if (origin === null || !isAllowedOrigin(config, origin)) return
  headers.set('Access-Control-Allow-Origin', origin)
  headers.set('Access-Control-Allow-Credentials', 'true')
  headers.set('Access-Control-Expose-Headers', 'Retry-After, WWW-Authenticate, Date')
}

/**
 * Paths that every client reads before it knows the server, from any origin; nothing in their responses depends on a
 * user.
 */
const PUBLIC_PATHS = [
  authorization.getProviderMetadata.path,
  oauthServer.getAuthorizationServer.path,
  portal.getJwks.path,
]

/**
 * Paths that public clients call from pages of their own, whose origins we can't know. The request is authorized by a
 * code, its verifier or a token; no cookie is read.
 */
const CLIENT_PATHS = [
  session.exchangeAuthorizationCode.path,
  oauthServer.getUserInfo.path,
  oauthServer.revokeToken.path,
]

export const isPublic = ({ method, url }: Request): boolean => {
  const { pathname } = new URL(url)
  const isOf = (paths: string[]) => paths.some((path) => pathname.endsWith(path))
  return isOf(CLIENT_PATHS) || (['GET', 'HEAD', 'OPTIONS'].includes(method) && isOf(PUBLIC_PATHS))
}

/** Allows any origin without credentials, so an origin that isn't allowed gets no more than a server would. */
export const withPublicCors = (request: Request, headers: Headers): void => {
  if (isPublic(request) && !headers.has('Access-Control-Allow-Origin')) headers.set('Access-Control-Allow-Origin', '*')
}

export const isPreflight = (request: Request): boolean =>
  request.method === 'OPTIONS' && request.headers.has('Access-Control-Request-Method')

/**
 * Responds to a preflight (Fetch §4.8). Hosts add headers of their own (`additionalHeadersResolver`), so every
 * requested header is granted.
 */
export const preflight = (config: BackendConfig, request: Request): Response => {
  const headers = new Headers()
  const origin = request.headers.get('Origin')
  withCors(config, origin, headers)
  withPublicCors(request, headers)
  headers.append('Vary', 'Access-Control-Request-Headers')
  if (headers.has('Access-Control-Allow-Origin')) {
    headers.set('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE')
    headers.set('Access-Control-Allow-Headers', request.headers.get('Access-Control-Request-Headers') ?? '')
    headers.set('Access-Control-Max-Age', PREFLIGHT_SECONDS)
  }
  return new Response(null, { status: 204, headers })
}

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
