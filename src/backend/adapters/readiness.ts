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

const NEWEST_APPLIED = 'select max(created_at)::float8 as newest from drizzle.__drizzle_migrations'

const ERRORS = {
  database: "The database can't be reached",
  migrations: 'Migrations of the database are missing',
  queue: 'The queue of webhook deliveries is stopped',
} as const

type Checks = Readiness['checks']

const newestMigration = lazy(readNewestMigration)

const checkMigrations = async ({ executeSql }: Pick<Store, 'executeSql'>): Promise<Checks['migrations']> => {
  if (!executeSql) return 'ok'
  const [row] = (await executeSql(NEWEST_APPLIED)).rows as { newest: number | null }[]
  // A process of a newer release may have applied more migrations.
  return (row?.newest ?? 0) >= (await newestMigration()) ? 'ok' : 'missing'
}

/** SQLSTATEs of a schema and a table that do not exist. */
const isMissingTable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['3F000', '42P01'].includes(String(error.code))

type Probed = Pick<Checks, 'database' | 'migrations'>

const AWAY: Probed = { database: 'unreachable', migrations: 'unknown' }

const probe = (store: Pick<Store, 'executeSql'>): Promise<Probed> =>
  checkMigrations(store).then<Probed, Probed>(
    (migrations) => ({ database: 'ok', migrations }),
    (error: unknown) => (isMissingTable(error) ? { database: 'ok', migrations: 'missing' } : AWAY),
  )

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
    const failed = (Object.keys(ERRORS) as (keyof Checks)[]).filter(
      (name) => checks[name] !== 'ok' && checks[name] !== 'unknown',
    )
    const errors = [...(isDraining() ? ['The server is shutting down'] : []), ...failed.map((name) => ERRORS[name])]
    return { isReady: errors.length === 0, checks, errors }
  }
}
