import { it } from 'node:test'
import { openTestPglite } from '../../testing/pglite.ts'
import { ON_DATABASES, proveStates } from './session-states.test-kit.ts'

it('gives no token on PGlite that the model of session states does not allow', () =>
  proveStates('PGlite', openTestPglite, ON_DATABASES))
