import { applyCookies, formatCookies } from '../cookies.ts'
import type { FrontEntryServer } from '../front-entry-server.ts'
import { cookiesOf } from '../resolve.ts'
import { refusal, withCookies } from '../responses.ts'
import { admit } from './admit.ts'

type Route = (request: Request) => Promise<Response>

/**
 * Returns Next.js route handlers (app directory, without a middleware) for the paths of Front Entry. Use them in
 * `app/api/frontegg/[...path]/route.ts`, `app/account/logout/route.ts` and, with hosted login,
 * `app/account/login/route.ts` and `app/oauth/callback/route.ts`.
 *
 * @example const { GET, POST, PUT, PATCH, DELETE } = nextRoute(server)
 */
export const nextRoute = (server: FrontEntryServer): Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Route> => {
  const route: Route = async (request) => (await server.handle(request)) ?? refusal(404, 'Not found')
  return { GET: route, POST: route, PUT: route, PATCH: route, DELETE: route }
}

/** `NextResponse` of `next/server`. The host passes it, so this package does not import Next.js. */
interface NextResponses {
  next(init: { request: { headers: Headers } }): Response
}

interface NextMiddlewareOptions {
  /** Whether a path needs a signed-in user. Pages must still check the session themselves. @default no path does */
  isProtected?(pathname: string): boolean
}

/**
 * Returns Next.js middleware for `middleware.ts`. It handles the paths of Front Entry, renews an ended session before
 * pages render (they cannot set cookies), and redirects signed-out users away from protected paths. Pages must still
 * check `getSession` themselves.
 *
 * @example
 * declare const NextResponse: { next(init: { request: { headers: Headers } }): Response } // from 'next/server'
 * const middleware = nextMiddleware(server, NextResponse, { isProtected: (path) => path.startsWith('/reports') })
 */
export const nextMiddleware = (
  server: FrontEntryServer,
  responses: NextResponses,
  { isProtected = () => false }: NextMiddlewareOptions = {},
): Route => {
  const goOn = (request: Request, setCookies: readonly string[]): Response => {
    const headers = new Headers(request.headers)
    headers.set('cookie', formatCookies(applyCookies(cookiesOf(request), setCookies)))
    return withCookies(responses.next({ request: { headers } }), setCookies)
  }
  return async (request) => {
    const own = await server.handle(request)
    if (own) return own
    if (!isProtected(new URL(request.url).pathname)) return goOn(request, (await server.resolve(request)).setCookies)
    const { session, response } = await admit(server, request)
    return session ? goOn(request, response.headers.getSetCookie()) : response
  }
}
