import { randomUUID } from 'node:crypto'
import type { CallFacts } from '../backend/ports.ts'
import type { ProductionLog } from './production-log.ts'

/** A UUID or another hexadecimal number; any other text could be a secret or a forged log line. */
const ID = /^[0-9a-f-]{16,64}$/i

/** W3C Trace Context §3.2: version, trace ID, parent ID, flags. */
const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** Returns the ID that a proxy assigned to the request, else its trace ID, else a new one. */
export const requestIdOf = (headers: Headers): string => {
  const given = headers.get('X-Request-Id') ?? ''
  if (ID.test(given)) return given
  return TRACE_PARENT.exec(headers.get('traceparent') ?? '')?.[1] ?? randomUUID()
}

type Fetch<Peer> = (request: Request, peer?: Peer) => Promise<Response>

/** A call whose response has been created; a long response may still be being sent. */
export interface ServedCall extends CallFacts {
  method: string
  status: number
  durationMs: number
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const HEALTH = ['/health', '/health/live', '/health/ready']

/** Returns a path for log lines and metrics that contains no text from a client. */
const routeOf = (request: Request, { route }: CallFacts): string => {
  if (route !== undefined) return route
  const { pathname } = new URL(request.url)
  return HEALTH.includes(pathname) ? pathname : 'unmatched'
}

/** Gives each request an ID, logs its outcome, and passes it to `count`. */
export const watchCalls = (log: ProductionLog, count: (call: ServedCall) => void) => {
  const known = new WeakMap<Request, CallFacts>()
  return {
    observe(request: Request, facts: CallFacts): void {
      known.set(request, { ...known.get(request), ...facts })
    },
    watch:
      <Peer>(fetch: Fetch<Peer>): Fetch<Peer> =>
      async (request, peer) => {
        const requestId = requestIdOf(request.headers)
        const startedAt = performance.now()
        const response = await log.inRequest(requestId, () => fetch(request, peer))
        if (response.type !== 'error') response.headers.set('X-Request-Id', requestId)
        const { operation, tenantId, userId, ...facts } = known.get(request) ?? {}
        const call = {
          method: METHODS.includes(request.method) ? request.method : 'other',
          route: routeOf(request, facts),
          status: response.status,
          durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
        }
        log.access({ requestId, ...call, ...(tenantId && { tenantId }), ...(userId && { userId }) })
        count({ ...call, ...(operation && { operation }) })
        return response
      },
  }
}
