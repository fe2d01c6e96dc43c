import { startPooler } from '../testing/pgbouncer.ts'
import { startPostgres } from '../testing/postgres.ts'
import { openPostgresStore } from './adapters/postgres/postgres-store.ts'
import { backendSuite } from './backend.suite.ts'
import type { Store } from './store/store.ts'

/** Opens a separate server behind PgBouncer, so that emptying the tables between tests touches no other data. */
const openPooledPostgres = async (): Promise<Store> => {
  const server = await startPostgres()
  const pooler = await startPooler(server.url)
  const store = await openPostgresStore(pooler.urlOf(server.url), undefined, server.url)
  const close = async () => {
    await store.close()
    await pooler.stop()
    await server.stop()
  }
  return { ...store, close }
}

backendSuite('PostgreSQL behind PgBouncer', openPooledPostgres, { isSampled: true })
