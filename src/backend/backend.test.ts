import { openPgliteStore } from './adapters/postgres/pglite-store.ts'
import { backendSuite } from './backend.suite.ts'
import { createMemoryStore } from './store/memory.ts'

backendSuite('memory', async () => createMemoryStore())
backendSuite('PGlite', () => openPgliteStore())
