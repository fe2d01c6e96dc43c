import { startPostgres } from '../testing/postgres.ts'
import { openPostgresStore } from './adapters/postgres/postgres-store.ts'
import { backendSuite } from './backend.suite.ts'
import type { Store } from './store/store.ts'

/** Opens a separate server, so that emptying the tables between tests touches no other data. */
const openOwnPostgres = async (): Promise<Store> => {
  const server = await startPostgres()
  const store = await openPostgresStore(server.url)
  const close = async () => {
    await store.close()
    await server.stop()
  }
  return { ...store, close }
}

// Runs without the checks of the contract, so that nothing depends on them.
backendSuite('PostgreSQL', openOwnPostgres, { isSampled: true })
