import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { readDatabaseUrl } from '../../../serve/setting-urls.ts'
import { startPostgres, type TemporaryPostgres } from '../../../testing/postgres.ts'
import { aSessionRecord } from '../../../testing/records.ts'
import { describeStore } from '../../store/store.suite.ts'
import { createReadiness } from '../readiness.ts'
import { createBossLaneQueue } from './boss-lane-queue.ts'
import { DatabaseError } from './outage.ts'
import { openPostgresStore } from './postgres-store.ts'

for (const [title, url] of [
  ['with nothing at its port', 'postgres://front:secret-word@127.0.0.1:1/front'],
  ['whose name has several IP addresses', 'postgres://front:secret-word@localhost:1/front'],
] as const)
  it(`A server ${title} is one error that names DATABASE_URL and not the password`, async () => {
    await assert.rejects(openPostgresStore(url), (error) => {
      assert.ok(error instanceof DatabaseError)
      assert.match(error.message, /^DATABASE_URL: the database can't be opened: connect ECONNREFUSED .*:1/)
      return !error.message.includes('secret-word')
    })
  })

describe('On a PostgreSQL server', () => {
  let server: TemporaryPostgres | undefined
  before(async () => {
    server = await startPostgres({ isDurable: true })
  })
  after(() => server?.stop())

  describeStore('PostgreSQL', async () => openPostgresStore(server?.url ?? ''))

  it('its socket is reached by the folder in the query of a URL with no host', async (test) => {
    const url = new URL((await server?.createDatabase('socket')) ?? '')
    const owner = new Client({ connectionString: url.href })
    await owner.connect()
    const { rows } = await owner.query('show unix_socket_directories')
    await owner.end()
    const [folder = ''] = String(rows[0].unix_socket_directories).split(',')
    if (!server?.takeDown) return test.diagnostic('not on the server of DATABASE_URL: it may be on another machine')
    const query = `host=${encodeURIComponent(folder)}&port=${url.port}`
    for (const text of [
      `postgres://postgres:word@${url.pathname}?${query}`,
      `postgres://${url.pathname}?user=postgres&${query}`,
    ]) {
      const store = await openPostgresStore(readDatabaseUrl('DATABASE_URL', text) ?? '')
      assert.deepEqual(await store.sessions.list({ tenantId: 'acme' }), [], text)
      await store.close()
    }
  })

  it('a user who may not create tables is one error that names DATABASE_URL', async () => {
    const url = new URL((await server?.createDatabase('refused')) ?? '')
    const owner = new Client({ connectionString: url.href })
    await owner.connect()
    const role = `guest_${process.pid}`
    await owner.query(`create role ${role} login password 'guest'`)
    const name = url.pathname.slice(1)
    await owner.query(`revoke create on database "${name}" from public`)
    Object.assign(url, { username: role, password: 'guest' })
    try {
      await assert.rejects(openPostgresStore(url.href), {
        name: 'DatabaseError',
        message:
          /^DATABASE_URL: the database can't be prepared: permission denied [^\n]+ \(42501\)\. Make its role the owner of the database [^\n]+\.$/,
      })
      await assert.rejects(
        openPostgresStore(url.href.replace(name, 'absent')),
        /^DatabaseError: DATABASE_URL: .*absent/,
      )
    } finally {
      await owner.query(`drop role ${role}`)
      await owner.end()
    }
  })

  it('a user who may only change rows opens a database that lacks no migration, also one of a newer release', async () => {
    const url = new URL((await server?.createDatabase('rows')) ?? '')
    await (await openPostgresStore(url.href)).close()
    const owner = new Client({ connectionString: url.href })
    await owner.connect()
    const role = `writer_${process.pid}`
    const unexpected = (error: unknown) => assert.fail(String(error))
    await owner.query(`create role ${role} login password 'writer';
      grant usage on schema public, drizzle to ${role};
      grant select, insert, update, delete on all tables in schema public, drizzle to ${role}`)
    Object.assign(url, { username: role, password: 'writer' })
    try {
      for (const newest of ['max(created_at)', 'max(created_at) + 1']) {
        await owner.query(`insert into drizzle.__drizzle_migrations (hash, created_at)
          select 'newer', ${newest} from drizzle.__drizzle_migrations`)
        const store = await openPostgresStore(url.href)
        await store.sessions.delete({})
        await store.sessions.insert(aSessionRecord())
        const readiness = createReadiness({ store, queue: { isRunning: () => true }, isDraining: () => false })
        assert.equal((await readiness()).isReady, true)
        // The queue of deliveries has tables of its own, which no migration creates.
        await assert.rejects(createBossLaneQueue(store.executeSql ?? assert.fail, unexpected).start(unexpected), {
          name: 'DatabaseError',
          message:
            /^DATABASE_URL: the queue of deliveries can't be prepared: permission denied [^\n]+ \(42501\)\. Make its role/,
        })
        await store.close()
      }
    } finally {
      await owner.query(`drop owned by ${role}; drop role ${role}`)
      await owner.end()
    }
  })

  it('an older version is one error that names DATABASE_URL and the version', async () => {
    const url = (await server?.createDatabase('older')) ?? ''
    const owner = new Client({ connectionString: url })
    await owner.connect()
    // The server reports the number of version 14 where this schema precedes its own.
    await owner.query(`create schema older;
      create function older.current_setting(text) returns text language sql as $$
        select case $1 when 'server_version_num' then '140011' else pg_catalog.current_setting($1) end $$`)
    const older = `${url}?options=${encodeURIComponent('-c search_path=older,pg_catalog,public')}`
    await assert.rejects(openPostgresStore(older), {
      name: 'DatabaseError',
      message: 'DATABASE_URL: PostgreSQL 15 or newer is needed, this is 14',
    })
    const { rows } = await owner.query(`select to_regclass('public.users') as users`)
    assert.deepEqual(rows, [{ users: null }], 'it gets no tables before it is refused')
    await owner.end()
  })

  it('a database that can only be read, or whose search path finds no tables, is one error that names DATABASE_URL', async () => {
    const url = (await server?.createDatabase('read')) ?? ''
    const withOption = (option: string) => `${url}?options=${encodeURIComponent(`-c ${option}`)}`
    await assert.rejects(openPostgresStore(withOption('default_transaction_read_only=on')), {
      name: 'DatabaseError',
      message:
        "DATABASE_URL: the database can't be prepared: cannot execute CREATE SCHEMA in a read-only transaction (25006).",
    })
    await (await openPostgresStore(url)).close()
    await assert.rejects(openPostgresStore(withOption('search_path=other')), /^DatabaseError: .*search path 'other'/)
  })

  it('rows that a migration refuses cause one error with the detail and the code', async () => {
    const url = (await server?.createDatabase('duplicate')) ?? ''
    const owner = new Client({ connectionString: url })
    await owner.connect()
    // Each row of migrations gets the same number.
    await owner.query(`create schema drizzle;
      create table drizzle.__drizzle_migrations (id int primary key default 7, hash text not null, created_at bigint)`)
    await owner.end()
    await assert.rejects(openPostgresStore(url), {
      name: 'DatabaseError',
      message:
        /^DATABASE_URL: the database can't be prepared: duplicate key [^\n]+ \(23505\)\. Key \(id\)=\(7\) already exists\.$/,
    })
  })

  it('a process is not ready while its database can only be read', async () => {
    const url = (await server?.createDatabase('standby')) ?? ''
    await (await openPostgresStore(url)).close()
    const owner = new Client({ connectionString: url })
    await owner.connect()
    const name = new URL(url).pathname.slice(1)
    await owner.query(`alter database "${name}" set default_transaction_read_only = on`)
    await owner.end()
    // The migrations, which would fail, run over a connection that may write.
    const writable = `${url}?options=${encodeURIComponent('-c default_transaction_read_only=off')}`
    const store = await openPostgresStore(url, undefined, writable)
    const readiness = createReadiness({ store, queue: { isRunning: () => true }, isDraining: () => false })
    assert.deepEqual((await readiness()).checks, { database: 'read-only', migrations: 'ok', queue: 'ok' })
    await store.close()
  })

  it('a session that began while the database could only be read is replaced after its first failed transaction', async () => {
    const url = (await server?.createDatabase('again')) ?? ''
    await (await openPostgresStore(url)).close()
    const owner = new Client({ connectionString: url })
    await owner.connect()
    const allow = (isReadOnly: 'on' | 'off') =>
      owner.query(
        `alter database "${new URL(url).pathname.slice(1)}" set default_transaction_read_only = ${isReadOnly}`,
      )
    await allow('on')
    const writable = `${url}?options=${encodeURIComponent('-c default_transaction_read_only=off')}`
    const store = await openPostgresStore(url, undefined, writable)
    const write = () => store.transaction((inside) => inside.sessions.insert(aSessionRecord()))
    try {
      await assert.rejects(write(), { name: 'DatabaseAwayError' })
      await allow('off')
      await write()
      assert.ok(await store.sessions.get('session'))
    } finally {
      await store.close()
      await owner.end()
    }
  })

  it('a direct URL of another database or schema is one error that names DATABASE_DIRECT_URL', async () => {
    const url = (await server?.createDatabase('direct')) ?? ''
    const other = (await server?.createDatabase('elsewhere')) ?? ''
    const otherSchema = `${url}?options=${encodeURIComponent('-c search_path=other')}`
    const owner = new Client({ connectionString: url })
    await owner.connect()
    await owner.query('create schema other create table users (id text)')
    await owner.end()
    for (const each of [url, other]) await (await openPostgresStore(each)).close()
    for (const [one, direct] of [
      [url, other],
      [other, url],
      [otherSchema, url],
    ] as const)
      await assert.rejects(openPostgresStore(one, undefined, direct), {
        name: 'DatabaseError',
        message: 'DATABASE_DIRECT_URL: it must be the same database and schema as DATABASE_URL.',
      })
    const fresh = (await server?.createDatabase('fresh')) ?? ''
    await assert.rejects(openPostgresStore(url, undefined, fresh), /^DatabaseError: DATABASE_DIRECT_URL: /)
    const untouched = new Client({ connectionString: fresh })
    await untouched.connect()
    const { rows } = await untouched.query(`select to_regclass('users') as users, to_regnamespace('drizzle') as schema`)
    await untouched.end()
    assert.deepEqual(rows, [{ users: null, schema: null }], 'it gets no tables before it is refused')
    const same = `${url}?application_name=direct`
    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore(url, undefined, same)))
    for (const store of stores) await store.close()
  })

  it('five processes that start together on a new database all find it ready', async () => {
    const fresh = (await server?.createDatabase('together')) ?? ''
    const stores = await Promise.all(Array.from({ length: 5 }, () => openPostgresStore(fresh)))
    await stores[0]?.sessions.delete({})
    await stores[0]?.sessions.insert(aSessionRecord())
    const won = await Promise.all(stores.map((store) => store.sessions.update({ generation: 0 }, { generation: 1 })))
    assert.equal(
      won.reduce((sum, count) => sum + count),
      1,
    )
    await Promise.all(stores.map((store) => store.close()))
  })

  it('a server that restarts in the middle of a transaction fails that call, not the process', async (test) => {
    if (!server?.crash) return test.diagnostic('not on the server of DATABASE_URL: it is not ours to kill')
    const store = await openPostgresStore(await server.createDatabase('restarted'))
    await store.sessions.insert(aSessionRecord())
    const cut = store.transaction(async (inside) => {
      await inside.sessions.update({ id: 'session' }, { generation: 1 })
      await server?.crash?.()
      await inside.sessions.update({ id: 'session' }, { generation: 2 })
    })
    await assert.rejects(cut)
    assert.equal((await store.sessions.get('session'))?.generation, 0)
    await store.close()
  })

  it('a server that cannot be reached is one clear error', async () => {
    await assert.rejects(openPostgresStore('postgres://unknown@127.0.0.1:9/none'), /ECONNREFUSED/)
  })
})
