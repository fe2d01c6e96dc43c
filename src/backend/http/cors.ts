import { isAllowedOrigin } from '../call/origins.ts'
import type { BackendConfig } from '../ports.ts'

const PREFLIGHT_SECONDS = '600'

/** Adds what lets the page of an allowed origin read the response; `Vary` always, because caches see both kinds. */
export const withCors = (config: BackendConfig, origin: string | null, headers: Headers): void => {
  headers.append('Vary', 'Origin')
  if (origin === null || !isAllowedOrigin(config, origin)) return
  headers.set('Access-Control-Allow-Origin', origin)
  headers.set('Access-Control-Allow-Credentials', 'true')
  headers.set('Access-Control-Expose-Headers', 'Retry-After, WWW-Authenticate, Date')
}

export const isPreflight = (request: Request): boolean =>
  request.method === 'OPTIONS' && request.headers.has('Access-Control-Request-Method')

/** Fetch §4.8. Hosts add headers of their own (`additionalHeadersResolver`), so what is asked for is granted. */
export const preflight = (config: BackendConfig, request: Request): Response => {
  const headers = new Headers()
  const origin = request.headers.get('Origin')
  withCors(config, origin, headers)
  headers.append('Vary', 'Access-Control-Request-Headers')
  if (headers.has('Access-Control-Allow-Origin')) {
    headers.set('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE')
    headers.set('Access-Control-Allow-Headers', request.headers.get('Access-Control-Request-Headers') ?? '')
    headers.set('Access-Control-Max-Age', PREFLIGHT_SECONDS)
  }
  return new Response(null, { status: 204, headers })
}
