import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Pooler, startPooler } from '../../../testing/pgbouncer.ts'
import { startPostgres, type TemporaryPostgres } from '../../../testing/postgres.ts'
import { aSessionRecord } from '../../../testing/records.ts'
import { until } from '../../../testing/until.ts'
import { describeStore } from '../../store/store.suite.ts'
import { listenForChanges } from './listen-changes.ts'
import { openPostgresStore } from './postgres-store.ts'

describe('Through PgBouncer in transaction mode', () => {
  let server: TemporaryPostgres | undefined
  let pooler: Pooler | undefined
  before(async () => {
    server = await startPostgres()
    pooler = await startPooler(server.url)
  })
  after(async () => {
    await pooler?.stop()
    await server?.stop()
  })

  const pooledUrl = (url = server?.url ?? '') => pooler?.urlOf(url) ?? ''

  describeStore('PostgreSQL behind PgBouncer', () => openPostgresStore(pooledUrl(), undefined, server?.url))

  it('prepares a new database for processes that start together without a direct connection, and leaves no lock', async () => {
    const fresh = pooledUrl((await server?.createDatabase('together')) ?? '')
    const stores = await Promise.all(Array.from({ length: 5 }, () => openPostgresStore(fresh)))
    await stores[0]?.sessions.insert(aSessionRecord())
    const won = await Promise.all(stores.map((store) => store.sessions.update({ generation: 0 }, { generation: 1 })))
    assert.equal(
      won.reduce((sum, count) => sum + count),
      1,
    )
    const locks = await stores[0]?.executeSql?.(
      "select count(*)::int as count from pg_locks join pg_database on oid = database where locktype = 'advisory' and datname = current_database()",
    )
    assert.deepEqual(locks?.rows, [{ count: 0 }])
    await Promise.all(stores.map((store) => store.close()))
  })

  it('notices a change made through the pooler, by listening on the direct connection', async () => {
    const store = await openPostgresStore(pooledUrl(), undefined, server?.url)
    const noticed: (string | undefined)[] = []
    const end = listenForChanges(server?.url ?? '', { onChange: (table) => void noticed.push(table) })
    await until(() => noticed.length === 1)
    await store.permissions.delete({})
    await store.policies.insert({ id: 'p', tenantId: null, kind: 'lockout', value: '{}', createdAt: 0, updatedAt: 0 })
    await until(() => noticed.includes('policies'))
    await end()
    await store.close()
  })
})
