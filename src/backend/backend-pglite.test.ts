import { isEveryStore, omitted } from '../testing/chosen-stores.ts'
import { openTestPglite } from '../testing/pglite.ts'
import { postgresMissing } from '../testing/postgres.ts'
import { backendSuite } from './backend.suite.ts'

// Without the checks of the contract, so that nothing depends on them.
backendSuite('PGlite', openTestPglite, {
  isSampled: true,
  // Its statements are those of PostgreSQL, which takes a third of the time where it is installed.
  share: isEveryStore && !postgresMissing() ? 'pglite' : 'all',
  skip: omitted('pglite'),
})
