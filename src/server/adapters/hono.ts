import { isRecord } from '../../kernel/safe-json.ts'
import { appendForwardedFor } from '../forwarded-for.ts'
import type { FrontEntryServer } from '../front-entry-server.ts'
import type { GateOptions } from '../gate.ts'
import type { ServerSession } from '../resolve.ts'
import { NO_STORE } from '../responses.ts'
import { admit } from './admit.ts'

/** The part of Hono's context that the adapter uses. */
interface HonoContext {
  req: { raw: Request }
  /** Bindings; `@hono/node-server` puts Node's request here. */
  env?: unknown
  res: Response
  header(name: string, value: string, options?: { append?: boolean }): void
  set(key: 'frontEntry', session: ServerSession | undefined): void
}

type HonoMiddleware = (context: HonoContext, next: () => Promise<void>) => Promise<Response | void>

const connectionIp = (env: unknown): string | undefined => {
  const incoming = isRecord(env) ? env.incoming : undefined
  const socket = isRecord(incoming) ? incoming.socket : undefined
  return isRecord(socket) && typeof socket.remoteAddress === 'string' ? socket.remoteAddress : undefined
}

/** Returns the request with the connection's IP address in `X-Forwarded-For`, if the host knows it. */
const forwarded = ({ req, env }: HonoContext): Request => {
  const ipAddress = connectionIp(env)
  if (ipAddress === undefined) return req.raw
  const headers = new Headers(req.raw.headers)
  appendForwardedFor(headers, ipAddress)
  return new Request(req.raw, { headers })
}

/** Adds the cookies to the handler's response and forbids caching. */
const finish = (context: HonoContext, setCookies: readonly string[]): void => {
  for (const cookie of setCookies) context.header('set-cookie', cookie, { append: true })
  context.header('cache-control', NO_STORE)
  context.header('vary', 'Cookie', { append: true })
}

/**
 * Returns Hono middleware that handles the paths of Front Entry and sets the variable `frontEntry` for later handlers.
 *
 * @example
 * import { Hono } from 'hono'
 * const app = new Hono<{ Variables: { frontEntry?: ServerSession } }>()
 * app.use(honoSession(server))
 * app.get('/', (context) => context.text(context.get('frontEntry')?.user.email ?? 'No one'))
 */
export const honoSession =
  (server: FrontEntryServer): HonoMiddleware =>
  async (context, next) => {
    const response = await server.handle(forwarded(context))
    if (response) return response
    const { session, setCookies } = await server.resolve(context.req.raw)
    context.set('frontEntry', session)
    await next()
    finish(context, setCookies)
  }

/**
 * Returns Hono middleware that lets only signed-in users through to later handlers; changes must come from a page of
 * this app.
 *
 * @example
 * import { Hono } from 'hono'
 * new Hono().get('/reports', honoGate(server), (context) => context.text('Figures'))
 */
export const honoGate =
  (server: FrontEntryServer, options?: GateOptions): HonoMiddleware =>
  async (context, next) => {
    const { session, response } = await admit(server, context.req.raw, options)
    if (!session) return response
    context.set('frontEntry', session)
    await next()
    finish(context, response.headers.getSetCookie())
  }
