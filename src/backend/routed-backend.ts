import { type RequestCounter, requestCounters } from '../contract/request-counters.ts'
import { lazy } from '../kernel/lazy.ts'
import type { Reply } from './call/caller.ts'
import { withoutAbsent } from './call/read.ts'
import { callerOf, type Peer, perform, sessionHintOf } from './http/edge.ts'
import type { InnerPorts } from './http/handler.ts'
import {
  createRefusedOrigins,
  encoded,
  failure,
  isPreflight,
  isPublic,
  json,
  preflight,
  reported,
  withCors,
  withoutBody,
  withPublicCors,
} from './http/respond.ts'
import type { Match } from './http/router.ts'
import type { Ports } from './ports.ts'
import { createLines } from './store/queue.ts'

const COUNTERS_PATH = requestCounters.testCounters.path

const createCounters = () => {
  const counters = new Map<string, RequestCounter>()
  return {
    add(entry: Omit<RequestCounter, 'count'>) {
      const key = JSON.stringify([entry.method, entry.path, entry.session, entry.status])
      const counter = counters.get(key) ?? { ...entry, count: 0 }
      counters.set(key, { ...counter, count: counter.count + 1 })
    },
    all: (): RequestCounter[] => [...counters.values()],
    clear: () => counters.clear(),
  }
}

export type Backend = (request: Request, peer?: Peer) => Promise<Response>

const innerPorts = (ports: Ports): InnerPorts => ({
  ...ports,
  dummyHash: lazy(async () => ports.hasher.hash(ports.random.token(16))),
  inLine: createLines(),
})

/** Returns the responses to requests that no table routes. */
const housekeeping = (ports: Ports, request: Request, url: URL, counters: ReturnType<typeof createCounters>) => {
  if (url.pathname === '/health') return json({ status: 'ok' }, 200)
  if (!ports.config.testMode || !url.pathname.endsWith(COUNTERS_PATH)) return undefined
  if (request.method === 'DELETE') counters.clear()
  return json({ counters: counters.all() }, 200)
}

/** Finds the handler of a request; throws a refusal if there is none. */
type FindHandler = (method: string, url: URL) => Match | Promise<Match>

/** Creates a backend with the caller's choice of handlers. */
export const createBackendOf = (given: Ports, findHandler: FindHandler): Backend => {
  const allPorts = innerPorts(given)
  const counters = createCounters()
  const logRefused = createRefusedOrigins(allPorts)

  const respond = async (ports: InnerPorts, request: Request, peer: Peer): Promise<Response> => {
    const url = new URL(request.url)
    const ready = housekeeping(ports, request, url, counters)
    if (ready) return ready
    const asked = withoutAbsent(url)
    const query = Object.fromEntries(asked.searchParams)
    const match = await findHandler(request.method === 'HEAD' ? 'GET' : request.method, asked)
    ports.observe?.(request, { operation: match.operation, route: match.endpoint.path })
    const reply: Reply = { status: 200, headers: new Headers() }
    const value = await perform(ports, request, { match, query, caller: callerOf(request, peer), reply })
    peer.takeCookies?.(reply.headers.getSetCookie())
    const isStream = value instanceof ReadableStream
    return encoded(isStream ? reported(ports, request, value) : value, match.endpoint, reply)
  }

  return async (request, peer = {}) => {
    const ports = allPorts.perRequest?.(allPorts) ?? allPorts
    if (isPreflight(request)) {
      if (!isPublic(request)) logRefused(request)
      return preflight(ports.config, request)
    }
    const response = await respond(ports, request, peer).catch((error: unknown) => failure(ports, request, error))
    withCors(ports.config, request.headers.get('Origin'), response.headers)
    withPublicCors(request, response.headers)
    if (ports.config.testMode) {
      const session = sessionHintOf(ports, callerOf(request, peer))
      counters.add({ method: request.method, path: new URL(request.url).pathname, session, status: response.status })
    }
    return request.method === 'HEAD' ? withoutBody(response) : response
  }
}
