import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendResponse, toRequest } from '../../src/server/adapters/node-http.ts'
import { readServerOptions } from '../../src/server/environment.ts'
import { createFrontEntryServer } from '../../src/server/index.ts'
import type { Origins } from './pages.ts'
import { ssrPage, type Visitor } from './ssr-page.ts'

const CLIENT_ID = '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * Opens the server. Its password is random for each process: after a restart, sessions are created again from the
 * refresh cookie.
 */
const openServer = ({ host, api }: Origins) =>
  createFrontEntryServer(
    readServerOptions({
      FRONTEGG_APP_URL: host,
      FRONTEGG_BASE_URL: api,
      FRONTEGG_CLIENT_ID: CLIENT_ID,
      FRONTEGG_ENCRYPTION_PASSWORD: randomBytes(32).toString('hex'),
      FRONTEGG_LOG_LEVEL: 'error',
    }),
  )

/** Serves `/ssr` and `/ssr/profile`: pages rendered on the server, which need no script to know who is signed in. */
export const createSsr = (origins: Origins) => {
  const server = openServer(origins)
  const draw = (visitor: Visitor) => new Response(ssrPage(visitor), { headers: HEADERS })
  const profile = server.withSession(async (_request, session) =>
    draw({ session, page: 'profile', data: await server.loadUser(session) }),
  )
  const home = async (request: Request): Promise<Response> => {
    const { session, setCookies } = await server.resolve(request)
    const response = draw({ session, page: 'home' })
    for (const cookie of setCookies) response.headers.append('set-cookie', cookie)
    response.headers.set('cache-control', 'private, no-store')
    return response
  }
  const respond = async (request: Request): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url)
    if (pathname === '/ssr') return home(request)
    return pathname === '/ssr/profile' ? profile(request) : server.handle(request)
  }
  /** Returns whether it handled the request. */
  return async (incoming: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const found = await respond(toRequest(incoming, origins.host))
    if (found) await sendResponse(found, response)
    return found !== undefined
  }
}
