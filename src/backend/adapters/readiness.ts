import { lazy } from '../../kernel/lazy.ts'
import type { Readiness } from '../http/health.ts'
import type { LaneQueue } from '../ports/webhooks.ts'
import type { Store } from '../store/store.ts'
import { readNewestMigration } from './postgres/migrations.ts'

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
  let asked: ReturnType<typeof probe> | undefined
  const shared = () => {
    // A query that hangs is not repeated, because each one would take another connection.
    asked ??= probe(store).finally(() => setTimeout(() => (asked = undefined), KEEP_MS).unref())
    return within(asked, probeMs, AWAY)
  }
  return async () => {
    const checks: Checks = { ...(await shared()), queue: queue.isRunning() ? 'ok' : 'stopped' }
    const failed = Object.values(checks).filter((result) => result !== 'ok' && result !== 'unknown')
    const errors = [...(isDraining() ? ['The server is shutting down'] : []), ...failed.map((result) => ERRORS[result])]
    return { isReady: errors.length === 0, checks, errors }
  }
}
