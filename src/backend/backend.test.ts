import { buildOpenApi } from '../../cdn/openapi/build-openapi.ts'
import { createResponseChecker, createValidator } from './adapters/validate.ts'
import { backendSuite } from './backend.suite.ts'
import { createMemoryStore } from './store/memory.ts'

const { schemas } = await buildOpenApi()

backendSuite('memory, with the contract checked', async () => createMemoryStore(), {
  ports: { validate: createValidator(schemas) },
  check: createResponseChecker(schemas),
})
