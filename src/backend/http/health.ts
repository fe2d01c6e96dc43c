import { codeOfStatus } from '../../rules/code-of-status.ts'
import type { BackendConfig } from '../ports.ts'
import { json, withCors, withoutBody } from './respond.ts'

/** The parts that this process needs to serve calls. The texts are public, so they name neither hosts nor settings. */
export interface Readiness {
  isReady: boolean
  checks: {
    database: 'ok' | 'unreachable' | 'read-only'
    migrations: 'ok' | 'missing' | 'unknown'
    queue: 'ok' | 'stopped'
  }
  /** Reasons why it isn't ready. */
  errors: readonly string[]
}

/** Seconds after which a load balancer may try again. */
const RETRY_SECONDS = '3'

type Fetch<Peer> = (request: Request, peer?: Peer) => Promise<Response>

const unavailable = (body: object): Response =>
  json({ status: 'unavailable', code: codeOfStatus(503), ...body }, 503, new Headers({ 'Retry-After': RETRY_SECONDS }))

const respond = async (path: string, readiness: () => Promise<Readiness>): Promise<Response | undefined> => {
  if (path === '/health/live') return json({ status: 'ok' }, 200)
  if (path !== '/health' && path !== '/health/ready') return undefined
  const { isReady, checks, errors } = await readiness()
  if (path === '/health') return isReady ? json({ status: 'ok' }, 200) : unavailable({ errors })
  return isReady ? json({ status: 'ok', checks }, 200) : unavailable({ errors, checks })
}

/**
 * Adds health checks to a backend: whether its process runs (`/health/live`) and whether it can serve calls
 * (`/health/ready`, and `/health` without details).
 */
export const withHealth =
  <Peer>(fetch: Fetch<Peer>, config: BackendConfig, readiness: () => Promise<Readiness>): Fetch<Peer> =>
  async (request, peer) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const found = isRead ? await respond(new URL(request.url).pathname, readiness) : undefined
    if (!found) return fetch(request, peer)
    withCors(config, request.headers.get('Origin'), found.headers)
    return request.method === 'HEAD' ? withoutBody(found) : found
  }
