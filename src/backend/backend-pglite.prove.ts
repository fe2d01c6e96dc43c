import { openTestPglite } from '../testing/pglite.ts'
import { backendSuite } from './backend.suite.ts'

// Runs without the checks of the contract, so that nothing depends on them.
backendSuite('PGlite', openTestPglite, { isSampled: true })
