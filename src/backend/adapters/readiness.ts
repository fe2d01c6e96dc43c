import { lazy } from '../../kernel/lazy.ts'
import { codeOfStatus } from '../../rules/code-of-status.ts'
import { json, withCors, withoutBody } from '../http/respond.ts'
import type { LaneQueue } from '../ports/webhooks.ts'
import type { BackendConfig } from '../ports.ts'
import type { Store } from '../store/store.ts'
import { readNewestMigration } from './postgres/migrations.ts'

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

/**
 * Returns the result of `work`, or `otherwise` if it takes longer; `work` then continues. Without a limit, waits for
 * it.
 */
export const within = <Value>(work: Promise<Value>, limitMs: number | undefined, otherwise: Value): Promise<Value> => {
  if (limitMs === undefined) return work
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Value>((resolve) => {
    timer = setTimeout(resolve, limitMs, otherwise)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Load balancers wait at most a few seconds. */
const PROBE_MS = 2_000
/** Minimum interval between reads of the database, regardless of the number of requests. */
const KEEP_MS = 500

const APPLIED = `select max(created_at)::float8 as newest, current_setting('transaction_read_only') = 'on' as "isReadOnly" from drizzle.__drizzle_migrations`

const ERRORS = {
  unreachable: "The database can't be reached",
  'read-only': 'The database can only be read',
  missing: 'Migrations of the database are missing',
  stopped: 'The queue of webhook deliveries is stopped',
} as const

type Checks = Readiness['checks']

const newestMigration = lazy(readNewestMigration)

type Probed = Pick<Checks, 'database' | 'migrations'>

interface Applied {
  newest: number | null
  /** PostgreSQL is a standby, or its administrator allows no writes. Every sign-in and refresh would fail. */
  isReadOnly?: boolean
}

const probeSql = async ({ executeSql }: Pick<Store, 'executeSql'>): Promise<Probed> => {
  if (!executeSql) return { database: 'ok', migrations: 'ok' }
  const [row] = (await executeSql(APPLIED)).rows as Applied[]
  return {
    database: row?.isReadOnly ? 'read-only' : 'ok',
    // A process of a newer release may have applied more migrations.
    migrations: (row?.newest ?? 0) >= (await newestMigration()) ? 'ok' : 'missing',
  }
}

/** SQLSTATEs of a schema and a table that do not exist. */
const isMissingTable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['3F000', '42P01'].includes(String(error.code))

const AWAY: Probed = { database: 'unreachable', migrations: 'unknown' }

const probe = (store: Pick<Store, 'executeSql'>): Promise<Probed> =>
  probeSql(store).catch((error: unknown) => (isMissingTable(error) ? { database: 'ok', migrations: 'missing' } : AWAY))

interface Needs {
  store: Pick<Store, 'executeSql'>
  queue: Pick<LaneQueue, 'isRunning'>
  isDraining(): boolean
  /** Time limit of a probe. @default 2 s */
  probeMs?: number
}

/** Creates a check of whether this process can serve calls, at most half a second old. */
export const createReadiness = ({
  store,
  queue,
  isDraining,
  probeMs = PROBE_MS,
}: Needs): (() => Promise<Readiness>) => {
  let probing: ReturnType<typeof probe> | undefined
  const shared = () => {
    // A query that hangs is not repeated, because each one would take another connection.
    probing ??= probe(store).finally(() => setTimeout(() => (probing = undefined), KEEP_MS).unref())
    return within(probing, probeMs, AWAY)
  }
  return async () => {
    const checks: Checks = { ...(await shared()), queue: queue.isRunning() ? 'ok' : 'stopped' }
    const failed = Object.values(checks).filter((result) => result !== 'ok' && result !== 'unknown')
    const errors = [...(isDraining() ? ['The server is shutting down'] : []), ...failed.map((result) => ERRORS[result])]
    return { isReady: errors.length === 0, checks, errors }
  }
}
