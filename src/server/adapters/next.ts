import { applyCookies, formatCookies } from '../cookies.ts'
import type { FrontEntryServer } from '../front-entry-server.ts'
import { cookiesOf, type ServerSession } from '../resolve.ts'
import { refusal, withCookies } from '../responses.ts'
import { admit } from './admit.ts'
import { addCookies, type NodeRequest, type NodeResponse, sendResponse, toRequest } from './node-http.ts'

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

/**
 * Returns a Next.js API route (pages directory) that handles the paths of Front Entry, for
 * `pages/api/frontegg/[...path].ts`. It works with and without Next's body parser.
 *
 * @example const handler = nextApiHandler(server)
 */
export const nextApiHandler =
  (server: FrontEntryServer) =>
  async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const result = await server.handle(toRequest(request, server.origin))
    await sendResponse(result ?? refusal(404, 'Not found'), response)
  }

interface SsrContext {
  req: NodeRequest
  res: NodeResponse
  /** Path and query without the parts that Next.js adds to data requests. */
  resolvedUrl: string
}

interface Redirect {
  redirect: { destination: string; permanent: false }
}

/**
 * Returns `getServerSideProps` (Next.js, pages directory) for signed-in users; all others are redirected to the login
 * page and back.
 *
 * @example const getServerSideProps = withSsrSession(server, async (_context, { user }) => ({ props: { email: user.email ?? '' } }))
 */
export const withSsrSession =
  <Context extends SsrContext, Result>(
    server: FrontEntryServer,
    handler: (context: Context, session: ServerSession) => Result | Promise<Result>,
  ) =>
  async (context: Context): Promise<Result | Redirect> => {
    const { session, setCookies } = await server.resolve(toRequest(context.req, server.origin))
    addCookies(context.res, setCookies)
    if (session) return handler(context, session)
    return { redirect: { destination: server.loginUrl(context.resolvedUrl), permanent: false } }
  }
