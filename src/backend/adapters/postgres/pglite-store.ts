import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Store } from '../../store/store.ts'
import { createDrizzleStore } from './drizzle-store.ts'
import { lockFolder } from './folder-lock.ts'
import { MIGRATIONS_FOLDER } from './migrations.ts'
import { createOutageWatch, DatabaseError, reasonOf, SILENT_LOG, type StoreLog } from './outage.ts'
import { startUpkeep } from './upkeep.ts'

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
    log.warn(`The data folder ${folder} was left half-made; it is made again`)
    rmSync(partial, { recursive: true, force: true })
  }
  if (existsSync(final) && !isComplete(final)) {
    const aside = `${final}.broken-${Date.now()}`
    log.warn(`The database in ${folder} lacks essential files; it is kept as ${aside} and a new one is made`)
    renameSync(final, aside)
  }
  if (!existsSync(final)) {
    const fresh = await migrated(await openDatabase(partial))
    await fresh.close()
    renameSync(partial, final)
  }
  return final
}

const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new DatabaseError(`DATA_DIR: the folder ${folder} can't be used: ${reasonOf(error)}.`, { cause: error })
  }
}

const optionsOf = (log: StoreLog) => ({ watch: createOutageWatch(log), pause: createEventLoopPause() })

const openInFolder = async (folder: string, log: StoreLog): Promise<Store> => {
  makeFolder(folder)
  const unlock = lockFolder(folder)
  try {
    const database = await migrated(await openDatabase(await ensureDatabase(folder, log)))
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
 * @throws DatabaseError that names `DATA_DIR` when it can't be written
 */
export const openPgliteStore = async (folder?: string, log: StoreLog = SILENT_LOG): Promise<Store> => {
  if (folder !== undefined) return openInFolder(folder, log)
  const database = await migrated(await openDatabase())
  const close = () => database.close()
  return createDrizzleStore(drizzle(database), { executeSql: sqlOf(database), close, ...optionsOf(log) })
}
