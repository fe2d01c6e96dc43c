import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { Hono } from 'hono'
import type { FrontEntryServer } from '../front-entry-server.ts'
import type { ServerSession } from '../resolve.ts'
import type { AdapterHost, OpenAdapterHost } from './adapters.suite.ts'
import { expressGate, expressSession } from './express.ts'
import { honoGate, honoSession } from './hono.ts'
import { nextApiHandler, nextMiddleware, nextRoute, withSsrSession } from './next.ts'
import { sendResponse, toRequest } from './node-http.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Listens before it creates the host, which needs the origin. */
const listen = async (make: (origin: string) => Listener, changes: () => number): Promise<AdapterHost> => {
  let listener: Listener = () => undefined
  const http = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(http.address() as AddressInfo).port}`
  listener = make(origin)
  const close = () =>
    new Promise<void>((resolve) => {
      http.close(() => resolve())
      http.closeAllConnections()
    })
  return { origin, changes, close }
}

/** Returns a Node listener for a host that is a function from request to response. */
const standardListener = (origin: string, handle: (request: Request) => Promise<Response>): Listener => {
  return async (request, response) => sendResponse(await handle(toRequest(request, origin)), response)
}

const nameOf = (session: ServerSession | undefined) => session?.user.email ?? 'No one'

export const openStandard: OpenAdapterHost = async (make) => {
  let changes = 0
  const build = (server: FrontEntryServer) => {
    const figures = server.withSession((request, { user }) => {
      if (request.method === 'POST') changes += 1
      return new Response(`Figures of ${user.email}`)
    })
    return async (request: Request): Promise<Response> => {
      const own = await server.handle(request)
      if (own) return own
      if (new URL(request.url).pathname.startsWith('/private')) return figures(request)
      const { session, setCookies } = await server.resolve(request)
      const result = new Response(nameOf(session), { headers: { 'cache-control': 'private, no-store' } })
      for (const cookie of setCookies) result.headers.append('set-cookie', cookie)
      return result
    }
  }
  return listen(
    (origin) => standardListener(origin, build(make(origin))),
    () => changes,
  )
}

/** Opens Express with or without a body parser first; both must work. */
const openExpressWith =
  (parsers: boolean): OpenAdapterHost =>
  async (make) => {
    let changes = 0
    const build = (origin: string) => {
      const server = make(origin)
      const app = express()
      if (parsers) app.use(express.json(), express.urlencoded({ extended: false }))
      app.use(expressSession(server))
      app.get('/', (request, response) => {
        response.send(nameOf(request.frontEntry))
      })
      app.all('/private', expressGate(server), (request, response) => {
        if (request.method === 'POST') changes += 1
        response.send(`Figures of ${nameOf(request.frontEntry)}`)
      })
      return app
    }
    return listen(build, () => changes)
  }

export const openExpress = openExpressWith(false)
export const openExpressWithParsers = openExpressWith(true)

export const openHono: OpenAdapterHost = async (make) => {
  let changes = 0
  const build = (origin: string) => {
    const server = make(origin)
    const app = new Hono<{ Variables: { frontEntry?: ServerSession } }>()
    app.use(honoSession(server))
    app.get('/', (context) => context.text(nameOf(context.get('frontEntry'))))
    app.all('/private', honoGate(server), (context) => {
      if (context.req.method === 'POST') changes += 1
      return context.text(`Figures of ${nameOf(context.get('frontEntry'))}`)
    })
    return standardListener(origin, async (request) => app.fetch(request))
  }
  return listen(build, () => changes)
}

/** Mimics Next.js between `middleware.ts` and a page or route, where it replaces the request headers. */
const createNextResponses = () => {
  const passed = new WeakMap<Response, Headers>()
  const marks = new Map<string, Headers>()
  return {
    next({ request }: { request: { headers: Headers } }) {
      const mark = crypto.randomUUID()
      marks.set(mark, request.headers)
      return new Response(null, { headers: { 'x-middleware-next': mark } })
    },
    headersOf: (result: Response) => passed.get(result) ?? marks.get(result.headers.get('x-middleware-next') ?? ''),
  }
}

const merged = (result: Response, from: Response): Response => {
  const headers = new Headers(result.headers)
  for (const cookie of from.headers.getSetCookie()) headers.append('set-cookie', cookie)
  if (!headers.has('cache-control')) headers.set('cache-control', from.headers.get('cache-control') ?? '')
  return new Response(result.body, { status: result.status, headers })
}

const OWN = /^\/(api\/frontegg\/|account\/logout$|account\/login$|oauth\/callback$)/

export const openNextApp: OpenAdapterHost = async (make) => {
  let changes = 0
  const build = (origin: string) => {
    const server = make(origin)
    const responses = createNextResponses()
    const middleware = nextMiddleware(server, responses, { isProtected: (path) => path.startsWith('/private') })
    const routes = nextRoute(server)
    const draw = async (request: Request): Promise<Response> => {
      const { pathname } = new URL(request.url)
      if (OWN.test(pathname)) return routes[request.method as 'GET' | 'POST'](request)
      const session = await server.getSession({ getAll: () => pairsOf(request) })
      if (pathname === '/') return new Response(nameOf(session))
      if (!session) return new Response('Not signed in', { status: 401 })
      if (request.method === 'POST') changes += 1
      return new Response(`Figures of ${nameOf(session)}`)
    }
    return standardListener(origin, async (request) => {
      if (OWN.test(new URL(request.url).pathname)) return draw(request)
      const first = await middleware(request)
      const headers = responses.headersOf(first)
      if (!headers) return first
      const body = request.method === 'GET' ? undefined : await request.text()
      return merged(await draw(new Request(request.url, { method: request.method, headers, body })), first)
    })
  }
  return listen(build, () => changes)
}

/** Returns cookies in the shape of `cookies()` of Next.js. */
const pairsOf = (request: Request) =>
  (request.headers.get('cookie') ?? '').split('; ').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at > 0 ? [{ name: pair.slice(0, at), value: pair.slice(at + 1) }] : []
  })

const parsedBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  if (request.headers['content-type'] === 'application/json') return JSON.parse(text || '{}')
  return Object.fromEntries(new URLSearchParams(text))
}

export const openNextPages: OpenAdapterHost = async (make) => {
  let changes = 0
  const build = (origin: string): Listener => {
    const server = make(origin)
    const api = nextApiHandler(server)
    const home = async (req: IncomingMessage, res: ServerResponse) => {
      const { session, setCookies } = await server.resolve(toRequest(req, origin))
      if (setCookies.length > 0) res.setHeader('set-cookie', [...setCookies])
      res.setHeader('cache-control', 'private, no-store').end(nameOf(session))
    }
    const figures = withSsrSession(server, async (_context, { user }) => ({ props: { email: user.email } }))
    const page = async (req: IncomingMessage, res: ServerResponse) => {
      const result = await figures({ req, res, resolvedUrl: req.url ?? '/' })
      if ('redirect' in result) return res.writeHead(307, { location: result.redirect.destination }).end()
      return res.end(`Figures of ${result.props.email}`)
    }
    const change = server.withSession(async () => {
      changes += 1
      return new Response('Changed')
    })
    return async (req, res) => {
      const path = (req.url ?? '/').split('?')[0] ?? '/'
      if (OWN.test(path))
        return api(Object.assign(req, req.method === 'GET' ? {} : { body: await parsedBody(req) }), res)
      if (path === '/') return home(req, res)
      return req.method === 'GET' ? page(req, res) : sendResponse(await change(toRequest(req, origin)), res)
    }
  }
  return listen(build, () => changes)
}
