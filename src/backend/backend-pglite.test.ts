import { isEveryStore, omitted } from '../testing/chosen-stores.ts'
import { openTestPglite } from '../testing/pglite.ts'
import { postgresMissing } from '../testing/postgres.ts'
import { backendSuite } from './backend.suite.ts'

/** Its statements are those of PostgreSQL, which runs every suite and takes a third of the time, where it is installed. */
const PARTS = 3

// Without the checks of the contract, so that nothing depends on them.
backendSuite('PGlite', openTestPglite, {
  isSampled: true,
  parts: isEveryStore && !postgresMissing() ? PARTS : 1,
  skip: omitted('pglite'),
})
