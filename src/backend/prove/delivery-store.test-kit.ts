import { openPgliteStore } from '../adapters/postgres/pglite-store.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import type { Store } from '../store/store.ts'

/** Opens a database by the URL of a PostgreSQL server or the folder of an embedded database. */
export const openDatabase = (database: string): Promise<Store> =>
  database.startsWith('postgres:') ? openPostgresStore(database) : openPgliteStore(database)
