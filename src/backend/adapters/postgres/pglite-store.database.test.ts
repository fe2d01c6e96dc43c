import assert from 'node:assert/strict'
import { it } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { aUserRecord } from '../../../testing/records.ts'
import { describeStore } from '../../store/store.suite.ts'
import { createDrizzleStore } from './drizzle-store.ts'
import { MIGRATIONS_FOLDER } from './migrations.ts'
import { openPgliteStore } from './pglite-store.ts'

describeStore('PGlite', () => openPgliteStore())

it('A single row added inside a transaction takes one statement', async () => {
  const client = new PGlite({ extensions: { pg_trgm } })
  const statements: string[] = []
  const logger = { logQuery: (query: string) => statements.push(query) }
  const executeSql = async (text: string, values?: unknown[]) => client.query(text, values)
  const store = createDrizzleStore(drizzle(client, { logger }), { executeSql, close: () => client.close() })
  await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER })
  statements.length = 0
  await store.transaction((inside) => inside.users.insertMany([aUserRecord()]))
  assert.deepEqual(
    statements.filter((text) => !/^(begin|commit)/i.test(text)).map((text) => text.split(' ')[0]),
    ['insert'],
  )
  await store.close()
})
