import { authorization } from '../../contract/authorization.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { matchOperation } from '../../contract/match.ts'
import { oauthServer } from '../../contract/oauth-server.ts'
import { portal } from '../../contract/portal.ts'
import { session } from '../../contract/session.ts'
import { codeOfStatus } from '../../rules/code-of-status.ts'
import type { Reply } from '../call/caller.ts'
import { isAllowedOrigin } from '../call/origins.ts'
import { Refusal } from '../call/refusal.ts'
import type { BackendConfig, Ports } from '../ports.ts'

const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const

const GENERIC = 'Something went wrong. Try again'

const secured = (headers: Headers, type: string): Headers => {
  for (const [name, header] of Object.entries(SECURITY_HEADERS)) if (!headers.has(name)) headers.set(name, header)
  if (!headers.has('Content-Type')) headers.set('Content-Type', type)
  return headers
}

export const json = (value: unknown, status: number, headers = new Headers()): Response =>
  new Response(JSON.stringify(value === undefined ? {} : value), {
    status,
    headers: secured(headers, 'application/json; charset=utf-8'),
  })

const isRedirect = (status: number) => status >= 300 && status < 400

/** Returns whether a response with this status has no body (RFC 9110 §15.3.5 and §15.4.5). */
const isBodyless = (status: number) => status === 204 || status === 304

/**
 * Encodes a handler's result by the flags of its endpoint: as a file, a stream, plain text, a page that the handler
 * marked as such, or JSON.
 */
export const encoded = (value: unknown, { flags }: AnyEndpoint, { status, headers }: Reply): Response => {
  if (flags.blob && value instanceof Blob) return new Response(value, { status, headers: secured(headers, value.type) })
  if (value instanceof ReadableStream) {
    return new Response(value, { status, headers: secured(headers, 'application/octet-stream') })
  }
  if (typeof value === 'string' && (flags.text || headers.has('Content-Type') || isRedirect(status))) {
    return new Response(value, { status, headers: secured(headers, 'text/plain; charset=utf-8') })
  }
  if (isBodyless(status)) return new Response(null, { status, headers: secured(headers, 'text/plain; charset=utf-8') })
  return json(value, status, headers)
}

/** Logs name the operation, because the path may hold a token. */
const nameOf = ({ method, url }: Request): string => {
  const { pathname, searchParams } = new URL(url)
  return matchOperation(method, pathname, searchParams)?.id ?? 'an unknown call'
}

const report = ({ log }: Pick<Ports, 'log'>, request: Request, error: unknown): void =>
  log.error(`${request.method} ${nameOf(request)} failed`, error)

/** Reports a failure of the body here, because the host's log of it might contain private values. */
export const reported = (
  ports: Pick<Ports, 'log'>,
  request: Request,
  body: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> => {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          report(ports, request, error)
          controller.error(new Error('The response could not be completed'))
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** Every failure has one shape; an unexpected one is logged and reported without details. */
export const failure = (ports: Pick<Ports, 'log' | 'refusalOf'>, request: Request, error: unknown): Response => {
  const refusal = error instanceof Refusal ? error : ports.refusalOf?.(error)
  if (refusal) {
    const { status, errors, headers, fields, code } = refusal
    return json({ ...fields, errors, code }, status, new Headers(headers))
  }
  report(ports, request, error)
  return json({ errors: [GENERIC], code: codeOfStatus(500) }, 500)
}

/** Removes the body: `HEAD` is `GET` without it (RFC 9110 §9.3.2). */
export const withoutBody = (response: Response): Response =>
  new Response(null, { status: response.status, headers: response.headers })

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
  // The router accepts a slash at the end.
  const pathname = new URL(url).pathname.replace(/\/$/, '')
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
