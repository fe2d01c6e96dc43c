import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { startPostgres, type TemporaryPostgres } from '../../../testing/postgres.ts'
import { until } from '../../../testing/until.ts'
import type { Store } from '../../store/store.ts'
import { isDatabaseAway } from './outage.ts'
import { MIGRATION_LOCK, openPostgresStore } from './postgres-store.ts'

/** Milliseconds that a statement or a lock may take in these tests. */
const LIMIT_MS = 500

describe('A store whose PostgreSQL', () => {
  let server: TemporaryPostgres
  let owner: Client
  let url: URL
  let ownUrl = ''
  let name = ''
  const role = `served_${process.pid}`
  before(async () => {
    server = await startPostgres()
    url = new URL(await server.createDatabase('refusals'))
    name = url.pathname.slice(1)
    // The tables are made by their owner, so that the role of the test needs no more than they do.
    await (await openPostgresStore(url.href)).close()
    owner = new Client({ connectionString: server.url })
    await owner.connect()
    await owner.query(`create role ${role} login superuser password 'served'`)
    ownUrl = url.href
    Object.assign(url, { username: role, password: 'served' })
  })
  after(async () => {
    await owner?.query(`drop role ${role}`)
    await owner?.end()
    await server?.stop()
  })

  const cutAll = () => owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: ownUrl })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const withStore = async (option: string, work: (store: Store, lines: string[]) => Promise<void>): Promise<void> => {
    const lines: string[] = []
    const note = (message: string) => void lines.push(message)
    const options = option && `?options=${encodeURIComponent(`-c ${option}`)}`
    const store = await openPostgresStore(url.href + options, { warn: note, error: note })
    try {
      await work(store, lines)
    } finally {
      await store.close()
    }
  }
  const assertAway = (work: Promise<unknown>) => assert.rejects(work, (error) => isDatabaseAway(error))

  for (const [what, forbid, allow, reason] of [
    ['no longer lets its role in', `alter role ${role} nologin`, `alter role ${role} login`, /not permitted to log in/],
    [
      'allows no more connections to its role',
      `alter role ${role} nosuperuser connection limit 0`,
      `alter role ${role} superuser connection limit -1`,
      /too many connections for role/,
    ],
    [
      'is renamed for a while, as for a restored copy',
      () => `alter database "${name}" rename to "${name}_old"`,
      () => `alter database "${name}_old" rename to "${name}"`,
      /does not exist/,
    ],
    [
      'refuses connections to its database',
      () => `alter database "${name}" allow_connections false`,
      () => `alter database "${name}" allow_connections true`,
      /not currently accepting connections/,
    ],
  ] as const)
    it(`${what} is away until it does again`, () =>
      withStore('', async (store, lines) => {
        const run = (text: string | (() => string)) => owner.query(typeof text === 'string' ? text : text())
        await store.tenants.count({})
        await cutAll()
        await run(forbid)
        try {
          await cutAll()
          // Otherwise the first call may get the end of the former connection as its reason.
          await until(() => store.connections?.().open === 0)
          for (let turn = 0; turn < 3; turn += 1) await assertAway(store.tenants.count({}))
        } finally {
          await run(allow)
        }
        assert.equal(await store.tenants.count({}), 0)
        const away = lines.filter((line) => line.startsWith('The database is away'))
        assert.equal(away.length, 1, lines.join('\n'))
        assert.match(away[0] ?? '', reason)
      }))

  for (const [what, setting, reason] of [
    ['a statement', `statement_timeout=${LIMIT_MS}`, /^Statements are cut off: .*statement timeout/],
    ['a lock', `lock_timeout=${LIMIT_MS}`, /^Statements are cut off: .*lock timeout/],
  ] as const)
    it(`limits the time of ${what} refuses the call, which can be repeated`, () =>
      withStore(setting, async (store, lines) => {
        const locker = await connect()
        await locker.query('begin')
        try {
          await locker.query('lock table tenants')
          await assertAway(store.tenants.count({}))
          await assertAway(store.transaction((inside) => inside.tenants.count({})))
        } finally {
          await locker.end()
        }
        assert.equal(await store.tenants.count({}), 0)
        assert.equal(lines.length, 1, lines.join('\n'))
        assert.match(lines[0] ?? '', reason)
      }))

  it('limits the time of statements and locks migrates a new database, also after a longer wait for another process', async () => {
    const fresh = new URL(await server.createDatabase('limited'))
    const other = new Client({ connectionString: fresh.href })
    await other.connect()
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    fresh.search = `options=${encodeURIComponent('-c statement_timeout=1000 -c lock_timeout=1000')}`
    const opened = openPostgresStore(fresh.href)
    // The process that holds the lock takes longer than both limits.
    await Promise.race([opened, other.query('select pg_sleep(1.5)')])
    await other.end()
    await (await opened).close()
  })

  it('ends a transaction that waits too long refuses the call, and serves the next one', () =>
    withStore(`idle_in_transaction_session_timeout=${LIMIT_MS}`, async (store) => {
      const gone = store.transaction(async (inside) => {
        await inside.tenants.count({})
        const client = await connect()
        await client.query('select pg_sleep($1)', [(3 * LIMIT_MS) / 1_000])
        await client.end()
        await inside.tenants.count({})
      })
      await assertAway(gone)
      assert.equal(await store.tenants.count({}), 0)
    }))
})
