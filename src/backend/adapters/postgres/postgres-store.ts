import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool, type PoolClient } from 'pg'
import type { Store } from '../../store/store.ts'
import { createDrizzleStore } from './drizzle-store.ts'
import { areMissing, MIGRATIONS_FOLDER, migrationStateOf } from './migrations.ts'
import {
  createOutageWatch,
  DatabaseError,
  NotConnectedError,
  READ_ONLY,
  reasonOf,
  SILENT_LOG,
  type StoreLog,
} from './outage.ts'
import { preparationFaultOf } from './preparation-fault.ts'
import { tlsAdviceOf } from './tls-advice.ts'

/** Connections of one process; a server allows 100 by default, so ten processes fit. */
const CONNECTIONS = 10

/** Milliseconds that a call waits for a free connection or for the server before it fails. */
const CONNECT_TIMEOUT_MS = 5_000

/** Id of the advisory lock; any number that all processes of this product share. */
export const MIGRATION_LOCK = 617_600_001

/** The first version with `UNIQUE NULLS NOT DISTINCT` is 15. */
export const OLDEST_SERVER = 150_000

const NUMBERS_PER_VERSION = 10_000

/** Returns the version as it is spoken of, such as 15 of the number 150018. */
export const majorOf = (version: number): number => Math.floor(version / NUMBERS_PER_VERSION)

/** A client of a pool, whose errors of connecting differ from those of its statements. */
class ReportingClient extends Client {
  override connect(): Promise<Client>
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void
  override connect(callback?: unknown): Promise<Client> | undefined {
    if (typeof callback !== 'function') return super.connect()
    // The driver calls it without an error when the connection is open.
    super.connect((error: Error) => callback(error && new NotConnectedError(error)))
    return undefined
  }
}

const assertUsable = async (client: PoolClient): Promise<void> => {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  )
  const { version, encoding } = rows[0]
  if (version < OLDEST_SERVER)
    throw new DatabaseError(`DATABASE_URL: PostgreSQL 15 or newer is needed, this is ${majorOf(version)}`)
  if (encoding !== 'UTF8')
    throw new DatabaseError(`DATABASE_URL: the database must have the encoding UTF8, not ${encoding}`)
}

/**
 * A role may have time limits for calls. A migration of a large table takes longer, as does the wait for another
 * process that migrates it.
 */
const WITHOUT_LIMITS = sql`select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/**
 * Runs the migrations under a lock: processes that start together wait for the first to finish them. The lock ends with
 * the transaction, because a pooler in transaction mode would run the statement that releases it on another connection.
 */
const migrateAlone = (client: PoolClient): Promise<void> =>
  drizzle(client).transaction(async (inside) => {
    await inside.execute(WITHOUT_LIMITS)
    await inside.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    // The migrations begin a transaction on the session that they are given, which becomes a savepoint here.
    const session = Object.assign(Object.create(inside._.session), { transaction: inside.transaction.bind(inside) })
    await migrate(Object.assign(Object.create(inside), { session }), { migrationsFolder: MIGRATIONS_FOLDER })
  })

/** A role that may create nothing is enough for a database that lacks no migration. */
const migrateMissing = async (client: PoolClient): Promise<void> => {
  if (areMissing(await migrationStateOf(client))) await migrateAlone(client)
}

const connect = async (pool: Pool, variable: string): Promise<PoolClient> => {
  try {
    return await pool.connect()
  } catch (error) {
    const advice = tlsAdviceOf(error instanceof NotConnectedError ? error.cause : error)
    const fault = `${variable}: the database can't be opened: ${reasonOf(error)}.`
    throw new DatabaseError(advice ? `${fault} ${advice}` : fault, { cause: error })
  }
}

/** Another database, or a search path without the schema of the tables, would fail at the first query of each kind. */
const assertTablesFound = async (client: PoolClient): Promise<void> => {
  const { rows } = await client.query(
    `select to_regclass('users') as found, current_database() as database, current_setting('search_path') as path`,
  )
  const { found, database, path } = rows[0]
  if (found) return
  throw new DatabaseError(
    `DATABASE_URL: the tables are not in the database '${database}' with the search path '${path}'. DATABASE_DIRECT_URL, if set, must be the same database.`,
  )
}

/** Identifies a table, a schema and a lock that only connections to the same database and schema find. */
interface Mark {
  table: number | null
  schema: string | null
  key: number
}

const PLACE = `to_regclass('users')::oid as "table", current_schema() as schema`

/** Marks the database until the transaction of `client` ends. */
const mark = async (client: PoolClient): Promise<Mark> => {
  const key = randomInt(2 ** 31)
  await client.query('begin')
  const { rows } = await client.query(`select ${PLACE}, pg_advisory_xact_lock(${MIGRATION_LOCK}, ${key})`)
  return { table: rows[0].table, schema: rows[0].schema, key }
}

/** Notices of changes arrive by `DATABASE_DIRECT_URL`, so those of another database would be lost unnoticed. */
const assertMarked = async (client: PoolClient, { table, schema, key }: Mark): Promise<void> => {
  const { rows } = await client.query(`select ${PLACE}, pg_try_advisory_xact_lock(${MIGRATION_LOCK}, ${key}) as free`)
  // Another process may create the table in between.
  const isThere = table === null ? rows[0].schema === schema : rows[0].table === table
  if (isThere && !rows[0].free) return
  throw new DatabaseError('DATABASE_DIRECT_URL: it must be the same database and schema as DATABASE_URL.')
}

interface Preparation {
  variable?: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'
  /** Mark of the database that another connection migrates; without it, the migrations run. */
  marked?: Mark
  /** @default true */
  isMigrated?: boolean
}

const prepare = async (
  pool: Pool,
  { variable = 'DATABASE_URL', marked, isMigrated = true }: Preparation = {},
): Promise<void> => {
  const client = await connect(pool, variable)
  try {
    await assertUsable(client)
    if (!marked) await migrateMissing(client)
    if (variable === 'DATABASE_URL' && isMigrated) await assertTablesFound(client)
    if (marked) await assertMarked(client, marked)
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError(`${variable}: the database can't be prepared: ${preparationFaultOf(error)}`, {
      cause: error,
    })
  } finally {
    client.release()
  }
}

/** Requires that both URLs are the same database and schema. */
const assertSame = async (direct: Pool, pooled: Pool, isMigrated: boolean): Promise<void> => {
  const client = await connect(direct, 'DATABASE_DIRECT_URL')
  try {
    await prepare(pooled, { marked: await mark(client), isMigrated })
  } finally {
    // Ends the transaction, and with it the mark.
    client.release(true)
  }
}

/**
 * Runs the migrations without the pooler, whose statement timeout is set for calls, and finds them through it. Before, a
 * URL of another database is refused, which then gets no tables.
 */
const prepareDirectly = async (connectionString: string, pooled: Pool): Promise<void> => {
  const pool = new Pool({ connectionString, max: 1, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  pool.on('error', () => undefined)
  const variable = 'DATABASE_DIRECT_URL'
  try {
    await assertSame(pool, pooled, false)
    await prepare(pool, { variable })
    await assertSame(pool, pooled, true)
  } finally {
    await pool.end()
  }
}

/**
 * Returns whether the connections are the server's own: a pooler gives its clients process IDs of its own, because it
 * may run each transaction in another process.
 */
const isDirect = async (pool: Pool): Promise<boolean> => {
  const client = await connect(pool, 'DATABASE_URL')
  try {
    const { rows } = await client.query('select pg_backend_pid() as id')
    // The driver's types lack the member.
    return rows[0].id === (client as PoolClient & { processID?: number }).processID
  } finally {
    client.release()
  }
}

/** Closes the connection after an error, because the text may have opened a transaction that is still open. */
const executeOn =
  (pool: Pool): NonNullable<Store['executeSql']> =>
  async (text, values) => {
    const client = await pool.connect()
    try {
      const result = await client.query(text, values)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }

/** Closes connections whose session allows no writes: a new one may, after a failover or a changed setting. */
const dropReadOnly = (pool: Pool): void => {
  const readOnly = new WeakSet<Client>()
  pool.on('connect', (client) =>
    client.connection.on('errorMessage', ({ code }) => {
      if (code === READ_ONLY) readOnly.add(client)
    }),
  )
  // The pool removes a connection that ends, after a failed transaction as well.
  pool.on('release', (_, client) => {
    if (readOnly.has(client)) void client.end()
  })
}

/**
 * Opens a database of a PostgreSQL server, for any number of processes, and brings its tables up to date.
 *
 * @param directUrl the same database without the pooler of `url`; the tables are made there. @default `url`
 * @throws DatabaseError that names `DATABASE_URL` or `DATABASE_DIRECT_URL`
 */
export const openPostgresStore = async (
  url: string,
  log: StoreLog = SILENT_LOG,
  directUrl: string = url,
): Promise<Store> => {
  const watch = createOutageWatch(log)
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    Client: ReportingClient,
  })
  // A restarting server cuts connections. The pool replaces idle ones; on busy ones the call itself fails, and without
  // a listener the same error would then end the process.
  pool.on('error', watch.lost)
  pool.on('connect', (client) => client.on('error', () => undefined))
  dropReadOnly(pool)
  let arePrepared = false
  try {
    await (directUrl === url ? prepare(pool) : prepareDirectly(directUrl, pool))
    arePrepared = await isDirect(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  return createDrizzleStore(drizzle(pool), {
    executeSql: executeOn(pool),
    watch,
    arePrepared,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  })
}
