import { it } from 'node:test'
import { startPostgres } from '../../testing/postgres.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import { ON_DATABASES, proveStates } from './session-states.test-kit.ts'

it('issues no token on PostgreSQL that the model of session states does not allow', async () => {
  const server = await startPostgres()
  try {
    await proveStates('PostgreSQL', () => openPostgresStore(server.url), ON_DATABASES)
  } finally {
    await server.stop()
  }
})
