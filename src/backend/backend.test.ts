import { buildOpenApi } from '../../cdn/openapi/build-openapi.ts'
import { openTestPglite } from '../testing/pglite.ts'
import { postgresMissing, startPostgres } from '../testing/postgres.ts'
import { openPostgresStore } from './adapters/postgres/postgres-store.ts'
import { createResponseChecker, createValidator } from './adapters/validate.ts'
import { backendSuite } from './backend.suite.ts'
import { createMemoryStore } from './store/memory.ts'
import type { Store } from './store/store.ts'

/** `npm run test:quick` leaves the databases to `npm test`: `TEST_STORES` lists the stores to run on. */
const STORES = process.env.TEST_STORES?.split(',') ?? ['memory', 'pglite', 'postgres']
const omitted = (name: string): string | false => !STORES.includes(name) && `only ${STORES.join(' and ')}`

const { schemas } = await buildOpenApi()

/** A server of its own, so that emptying the tables between tests touches no other data. */
const openOwnPostgres = async (): Promise<Store> => {
  const server = await startPostgres()
  const store = await openPostgresStore(server.url)
  const close = async () => {
    await store.close()
    await server.stop()
  }
  return { ...store, close }
}

// The databases run without the checks of the contract, so that nothing depends on them.
backendSuite('memory, with the contract checked', async () => createMemoryStore(), {
  ports: { validate: createValidator(schemas) },
  check: createResponseChecker(schemas),
  skip: omitted('memory'),
})
backendSuite('PGlite', openTestPglite, { isSampled: true, skip: omitted('pglite') })
backendSuite('PostgreSQL', openOwnPostgres, { isSampled: true, skip: omitted('postgres') || postgresMissing() })
