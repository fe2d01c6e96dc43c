import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startPooler } from '../../../testing/pgbouncer.ts'
import { startPostgres, type TemporaryPostgres } from '../../../testing/postgres.ts'
import { aSessionRecord, aUserRecord } from '../../../testing/records.ts'
import type { Collections, Store } from '../../store/store.ts'
import { openPostgresStore } from './postgres-store.ts'

/** Number of uses after which a statement has a name and a plan for all values. */
const OFTEN = 12

describe('Statements that are used often', () => {
  let server: TemporaryPostgres | undefined
  const stores: Store[] = []
  before(async () => {
    server = await startPostgres()
  })
  after(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await server?.stop()
  })

  const open = async (url: string) => {
    const store = await openPostgresStore(url)
    stores.push(store)
    return store
  }

  const run = async (store: Store, text: string) => (await store.executeSql?.(text))?.rows ?? []

  const namedIn = async (store: Store, start = 'select') =>
    (await run(
      store,
      `select name, statement from pg_prepared_statements where statement like '${start}%' order by name`,
    )) as { name: string; statement: string }[]

  /** Calls follow each other, so one connection serves them all. */
  const readOften = async (store: Collections) => {
    for (let use = 0; use < OFTEN; use++) {
      assert.equal((await store.users.get('ada'))?.id, 'ada')
      assert.equal((await store.users.find({ email: 'ada@acme.test' }))?.id, 'ada')
      assert.equal((await store.users.list({ tenantId: 'acme' })).length, 1)
    }
  }

  const makeDatabase = async (name: string) => (await server?.createDatabase(name)) ?? ''

  const openWithUser = async (url: string) => {
    const store = await open(url)
    await store.users.insert(aUserRecord())
    await readOften(store)
    return store
  }

  /** Both fail if a statement that has a name can't run. */
  const readBothWays = async (store: Store) => {
    await readOften(store)
    await store.transaction((inside) => readOften(inside))
  }

  it('include the one that counts attempts', async () => {
    const store = await open(await makeDatabase('attempts'))
    for (let use = 1; use <= OFTEN; use++) {
      const attempt = { id: 'a', now: use, windowEndsAt: 100 + use }
      assert.deepEqual(await store.countAttempt(attempt), { id: 'a', count: use, windowEndsAt: 101 })
    }
    assert.equal((await namedIn(store, 'insert into "attempts"')).length, 1)
  })

  it('are prepared once per connection if they are look-ups', async () => {
    const store = await openWithUser(await makeDatabase('prepared'))
    const first = await namedIn(store)
    assert.equal(first.length, 2)
    assert.ok(first.every(({ name }) => /^fe_[\w-]{43}$/.test(name)))
    assert.ok(!first.some(({ statement }) => /"tenantId" = /.test(statement)))
    await readOften(store)
    assert.deepEqual(await namedIn(store), first)
  })

  for (const mode of ['session', 'transaction'] as const)
    it(`are not prepared through PgBouncer in ${mode} mode`, async () => {
      const direct = await makeDatabase(mode)
      const pooler = await startPooler(direct, mode)
      try {
        const store = await openPostgresStore(pooler.urlOf(direct), undefined, direct)
        await store.users.insert(aUserRecord())
        await readOften(store)
        assert.deepEqual(await namedIn(store), [])
        await store.close()
      } finally {
        await pooler.stop()
      }
    })

  for (const [title, change] of Object.entries({
    'columns and indexes are added': `
      alter table users add column region text collate "C";
      alter table users add column rank integer default 1 not null;
      create index users_region_idx on users (region);
      drop index "users_tenantId_idx"`,
    'a vacuum renews the statistics': 'vacuum analyze',
    'a unique key is made again': `
      alter table users drop constraint users_email_key;
      alter table users add constraint users_email_key unique nulls not distinct (email)`,
  }))
    it(`keep their names and never fail while ${title}`, async () => {
      const store = await openWithUser(await makeDatabase(`ddl_${title.length}`))
      const first = await namedIn(store)
      for (const text of change.split(';')) {
        await run(store, text)
        await readBothWays(store)
      }
      assert.deepEqual(await namedIn(store), first)
    })

  const LOSSES = {
    'the type of a column changes': 'alter table users alter column "failedLogins" type bigint',
    'something removes all statements of a connection': 'discard all',
  }
  for (const [title, change] of Object.entries(LOSSES)) {
    it(`run without their names once ${title}`, async () => {
      const store = await openWithUser(await makeDatabase(`lost_${title.length}`))
      await run(store, change)
      await readBothWays(store)
    })

    it(`fail a transaction at most once, as one to repeat, after ${title}`, async () => {
      const store = await openWithUser(await makeDatabase(`aborted_${title.length}`))
      await run(store, change)
      const read = () => store.transaction((inside) => inside.users.get('ada'))
      await assert.rejects(read(), { name: 'DatabaseAwayError' })
      assert.equal((await read())?.id, 'ada')
      await readBothWays(store)
    })
  }

  it('are prepared again on the connections that replace lost ones', async () => {
    const url = await makeDatabase('cut')
    const store = await openWithUser(url)
    const names = await namedIn(store)
    const other = await open(url)
    const others = 'datname = current_database() and pid <> pg_backend_pid()'
    await run(other, `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`)
    await store.users.get('ada').catch(() => undefined)
    await readBothWays(store)
    assert.deepEqual(await namedIn(store), names)
  })

  it('keep less than 10 MB per connection, however many there are', async () => {
    const store = await openWithUser(await makeDatabase('memory'))
    const tables = ['sessions', 'members', 'tickets', 'roles', 'groups', 'tenants', 'identities', 'factors'] as const
    const patch = Object.entries(aSessionRecord()).filter(([field]) => field !== 'id')
    for (let kind = 0; kind < 120; kind++)
      for (let use = 0; use < OFTEN; use++) {
        await store.sessions.update(
          { id: `${use}` },
          Object.fromEntries(patch.slice(kind % 5, 1 + (kind % patch.length))),
        )
        await store.readTogether?.(
          tables.map(
            (name, at) => ({ name, where: { id: kind & (1 << at) ? `${use}` : { in: [`${use}`, 'a'] } } }) as never,
          ),
        )
      }
    const [size] = (await run(
      store,
      "select sum(total_bytes)::float8 as bytes from pg_backend_memory_contexts where name like 'CachedPlan%'",
    )) as { bytes: number }[]
    assert.ok(size && size.bytes > 1e6 && size.bytes < 10e6, `${size?.bytes}`)
  })
})
