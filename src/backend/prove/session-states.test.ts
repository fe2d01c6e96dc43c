import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openTestPglite } from '../../testing/pglite.ts'
import { postgresMissing, startPostgres } from '../../testing/postgres.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import { createMemoryStore } from '../store/memory.ts'
import type { Store } from '../store/store.ts'
import { isWhole, report, scaled } from './report.test-kit.ts'
import { playSequences } from './session-states.test-kit.ts'

const FULL = 10_000
const IN_MEMORY = isWhole ? FULL : scaled(FULL / 2)
/** A sequence takes ten times as long as in memory: `npm run prove` plays all of them, `npm test` fewer. */
const ON_DATABASES = isWhole ? FULL : Math.max(30, scaled(FULL / 20))

const prove = async (name: string, openStore: () => Promise<Store>, sequences: number): Promise<void> => {
  const { tokens, byMove, wrong } = await playSequences(openStore, sequences)
  report({
    row: 49,
    wanted: `${name}: random sequences of 30 steps over 6 users and 4 tenants give 0 tokens that the model does not allow`,
    reached: `${sequences} sequences, ${tokens} tokens, ${wrong.length} wrong`,
    ok: wrong.length === 0,
  })
  assert.deepEqual(wrong.slice(0, 5), [])
  // Every way in was used and every surrounding change was made, so that nothing passes by being refused always.
  assert.equal(Object.keys(byMove).length, 15, JSON.stringify(byMove))
}

it('gives no token that the model of session states does not allow, in memory', () =>
  prove('memory', async () => createMemoryStore(), IN_MEMORY))

it('gives none on PGlite', () => prove('PGlite', openTestPglite, ON_DATABASES))

it('gives none on PostgreSQL', { skip: postgresMissing() }, async () => {
  const server = await startPostgres()
  try {
    await prove('PostgreSQL', () => openPostgresStore(server.url), ON_DATABASES)
  } finally {
    await server.stop()
  }
})
