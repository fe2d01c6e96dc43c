import { buildOpenApi } from '../../cdn/openapi/build-openapi.ts'
import { openPgliteStore } from './adapters/postgres/pglite-store.ts'
import { createAnswerChecker, createValidator } from './adapters/validate.ts'
import { backendSuite } from './backend.suite.ts'
import { createMemoryStore } from './store/memory.ts'

const { schemas } = await buildOpenApi()

backendSuite('memory', async () => createMemoryStore())
backendSuite('memory, with the contract checked', async () => createMemoryStore(), {
  ports: { validate: createValidator(schemas) },
  check: createAnswerChecker(schemas),
})
backendSuite('PGlite', () => openPgliteStore())
