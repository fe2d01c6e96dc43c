import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Store } from '../../store/store.ts'
import { createDrizzleStore } from './drizzle-store.ts'
import { FolderInUseError, lockFolder } from './folder-lock.ts'
import { MIGRATIONS_FOLDER } from './migrations.ts'
import { createOutageWatch, DatabaseError, reasonOf, SILENT_LOG, type StoreLog, statementFaultOf } from './outage.ts'

/** Interval of the embedded database's maintenance. */
const ROUND_MS = 15_000

/** Crash recovery replays everything since the last checkpoint; this much takes about a second. */
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024

/** PostgreSQL's own autovacuum defaults: 50 rows and a tenth of the table for statistics, a fifth for dead rows. */
const STALE_TABLES = `
  select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
  where n_mod_since_analyze > 50 + 0.1 * n_live_tup or n_dead_tup > 50 + 0.2 * n_live_tup`

/**
 * Maintains an embedded PostgreSQL, which has neither checkpointer nor autovacuum: otherwise its log, its dead rows and
 * its error about sizes would grow until the next start. `end` waits for a round in progress.
 */
export const startUpkeep = (database: PGlite, warn: (message: string) => void) => {
  let running: Promise<void> = Promise.resolve()
  let ended = false

  const checkpointWhenDue = async () => {
    const { rows } = await database.query<{ written: string }>(
      'select pg_current_wal_insert_lsn() - redo_lsn as written from pg_control_checkpoint()',
    )
    if (Number(rows[0]?.written) >= CHECKPOINT_AFTER_BYTES) await database.exec('checkpoint')
  }

  const tidyTables = async () => {
    // A session reports its counts at the latest when it is idle, which this one may never be.
    await database.query('select pg_stat_force_next_flush()')
    const { rows } = await database.query<{ name: string }>(STALE_TABLES)
    for (const { name } of rows) {
      if (ended) return
      // Names are from the catalog, quoted; VACUUM accepts no parameters.
      await database.exec(`vacuum analyze ${name}`)
    }
  }

  const round = async () => {
    try {
      await tidyTables()
      await checkpointWhenDue()
    } catch (error) {
      if (!ended) warn(`Upkeep of the embedded database failed: ${String(error)}`)
    }
  }

  const timer = setInterval(() => {
    running = running.then(() => (ended ? undefined : round()))
  }, ROUND_MS)
  // The timer must not keep an otherwise idle process alive.
  timer.unref()

  const end = async () => {
    ended = true
    clearInterval(timer)
    await running
  }

  return { round, end }
}

/**
 * Milliseconds of work without a pause: short enough that other requests are not delayed noticeably, long enough that
 * pauses cost little.
 */
const MAX_BUSY_MS = 25

/**
 * Creates a pause for the embedded database, which runs in the server's thread and never waits for I/O: without it, a
 * request with many statements would block the event loop, and so all other requests, from its start to its end.
 */
const createEventLoopPause = (): (() => Promise<void>) => {
  let turned = performance.now()
  return async () => {
    if (performance.now() - turned < MAX_BUSY_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    turned = performance.now()
  }
}

const openDatabase = (dataDir?: string) => PGlite.create({ ...(dataDir && { dataDir }), extensions: { pg_trgm } })

const migrated = async (database: PGlite): Promise<PGlite> => {
  await migrate(drizzle(database), { migrationsFolder: MIGRATIONS_FOLDER })
  return database
}

/** Only statements without values may be combined in one text. */
const sqlOf =
  (database: PGlite) =>
  async (text: string, values?: unknown[]): Promise<{ rows: unknown[] }> =>
    values ? database.query(text, values) : ((await database.exec(text)).at(-1) ?? { rows: [] })

/** Files without which PostgreSQL cannot start. */
const ESSENTIAL = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal']

const isComplete = (folder: string) => ESSENTIAL.every((name) => existsSync(join(folder, name)))

/**
 * A new database is created under another name and renamed when it is complete, so a folder with the final name was
 * complete once. If it has lost essential files since, it is moved aside, never deleted.
 */
const ensureDatabase = async (folder: string, log: StoreLog): Promise<string> => {
  const [final, partial] = [join(folder, 'db'), join(folder, 'db.partial')]
  if (existsSync(partial)) {
    log.warn(`The data folder ${folder} is incomplete; it is created again`)
    rmSync(partial, { recursive: true, force: true })
  }
  if (existsSync(final) && !isComplete(final)) {
    const aside = `${final}.broken-${Date.now()}`
    log.warn(`The database in ${folder} lacks essential files; it is kept as ${aside} and a new one is created`)
    renameSync(final, aside)
  }
  if (!existsSync(final)) {
    const fresh = await migrated(await openDatabase(partial))
    await fresh.close()
    renameSync(partial, final)
  }
  return final
}

/** Makes the folder if it is missing, and locks it; the returned function releases it. */
const takeFolder = async (folder: string): Promise<() => void> => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    return await lockFolder(folder)
  } catch (error) {
    if (error instanceof FolderInUseError) throw error
    throw new DatabaseError(`DATA_DIR: the folder ${folder} can't be used: ${reasonOf(error)}.`, { cause: error })
  }
}

/** Number of ENOSPC in WASI. */
const NO_SPACE = 51

/** Returns why the embedded database failed; some of its errors are objects without a message. */
export const embeddedFaultOf = (error: unknown): string => {
  if (error instanceof Error) {
    const [reason = ''] = statementFaultOf(error).split('\n')
    return reason
  }
  const errno = typeof error === 'object' && error && 'errno' in error ? error.errno : undefined
  return errno === NO_SPACE ? 'no space is left on its disk' : `a file can't be used (${String(errno ?? error)})`
}

/** Codes of the system, and SQLSTATEs of missing resources and constraints, with which the files are intact. */
const INTACT = /^(?:EACCES|EPERM|EBUSY|EROFS|EMFILE|ENFILE|ENOMEM|ENOSPC|EDQUOT|53\w{3}|23\w{3})$/

/** Returns why an existing database can't be opened. Only if its files may be the reason, a backup is suggested. */
export const openFaultOf = (error: unknown): string => {
  const fault = embeddedFaultOf(error)
  if (!(error instanceof Error) || ('code' in error && INTACT.test(String(error.code)))) return fault
  return `${fault}. It may be damaged or of another version; keep a copy of it before a backup replaces it`
}

/** Names the setting in errors of the embedded database, which say nothing of its folder. */
const named =
  (failed: string, faultOf = embeddedFaultOf) =>
  (error: unknown): never => {
    throw new DatabaseError(`DATA_DIR: ${failed}: ${faultOf(error)}.`, { cause: error })
  }

const optionsOf = (log: StoreLog) => ({ watch: createOutageWatch(log), pause: createEventLoopPause() })

const openInFolder = async (folder: string, log: StoreLog): Promise<Store> => {
  const unlock = await takeFolder(folder)
  try {
    const path = await ensureDatabase(folder, log).catch(named(`the database in ${folder} can't be created`))
    const opened = await openDatabase(path).catch(named(`the database in ${folder} can't be opened`, openFaultOf))
    const database = await migrated(opened).catch(named(`the tables in ${folder} can't be brought up to date`))
    const upkeep = startUpkeep(database, log.warn)
    const close = async () => {
      await upkeep.end()
      if (!database.closed) await database.close()
      unlock()
    }
    return createDrizzleStore(drizzle(database), { executeSql: sqlOf(database), close, ...optionsOf(log) })
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Opens the embedded database in `folder`, for one process at a time, or in memory without a folder. It survives a kill
 * of the process, but not a loss of power: PGlite never syncs to disk (`prove/restart.prove.ts` measures it).
 *
 * @throws FolderInUseError when another process has the folder open.
 * @throws DatabaseError that names `DATA_DIR` when it can't be written, or its database can't be opened
 */
export const openPgliteStore = async (folder?: string, log: StoreLog = SILENT_LOG): Promise<Store> => {
  if (folder !== undefined) return openInFolder(folder, log)
  const database = await migrated(await openDatabase())
  const close = () => database.close()
  return createDrizzleStore(drizzle(database), { executeSql: sqlOf(database), close, ...optionsOf(log) })
}
