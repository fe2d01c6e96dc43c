import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Client } from 'pg'
import { openPgliteStore } from '../backend/adapters/postgres/pglite-store.ts'
import { MIGRATION_LOCK, openPostgresStore } from '../backend/adapters/postgres/postgres-store.ts'
import { report, scaled } from '../backend/prove/report.test-kit.ts'
import { startSpeaking } from '../backend/prove/restart.test-kit.ts'
import { createSeeded } from '../backend/sample/seeded.ts'
import type { Store } from '../backend/store/store.ts'
import { postgresMissing, startPostgres, type TemporaryPostgres } from '../testing/postgres.ts'
import { until } from '../testing/until.ts'
import { restoreFirstBaseline } from './first-baseline.test-kit.ts'

const SCRIPT = fileURLToPath(new URL('./migrating.test-kit.ts', import.meta.url))
const MIGRATED_BEFORE = 35
const ROUNDS = scaled(20)
const ROWS = scaled(50_000)

type Execute = (text: string) => Promise<{ rows: unknown[] }>

/** Adds members, so that migrations change more rows than a page contains. */
const fill = (execute: Execute, rows: number) =>
  execute(`
    create temporary table copied as select * from members limit 1;
    insert into members select (jsonb_populate_record(copied, jsonb_build_object('id', 'm' || n, 'userId', 'u' || n))).*
      from copied, generate_series(1, ${rows}) n;
    drop table copied`)

/** Columns, indexes, constraints, triggers and functions, the number of rows of each table, and the applied migrations. */
const factsOf = async (execute: Execute) => {
  const all = async (text: string) => (await execute(text)).rows
  const tables = (await all(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  )) as { name: string }[]
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`)
  return {
    columns: await all(
      `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
       where table_schema = 'public' order by 1, 2`,
    ),
    indexes: await all(`select indexdef from pg_indexes where schemaname = 'public' order by 1`),
    invalid: await all('select indexrelid::regclass::text from pg_index where not indisvalid'),
    constraints: await all(
      `select conrelid::regclass::text as on, pg_get_constraintdef(oid) as is from pg_constraint
       where connamespace = 'public'::regnamespace order by 1, 2`,
    ),
    triggers: await all('select pg_get_triggerdef(oid) as is from pg_trigger where not tgisinternal order by 1'),
    counts: await all(counts.join(' union all ')),
    migrations: await all('select hash, created_at::text from drizzle.__drizzle_migrations order by created_at'),
  }
}

const OTHERS = `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
  and backend_type = 'client backend'`
const WAITING = `select pid from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`

type Facts = Awaited<ReturnType<typeof factsOf>>

const factsInStore = async (store: Store): Promise<Facts> => {
  try {
    return await factsOf(store.executeSql ?? assert.fail)
  } finally {
    await store.close()
  }
}

interface Kind {
  /** Makes a copy of the old database and returns its folder or URL. */
  copy(name: string): Promise<string>
  read(target: string): Promise<Facts>
  /** Opens the database as a start does, and reads it. */
  migrate(target: string): Promise<Facts>
}

const onPglite = async (folder: string): Promise<Kind> => {
  const withDatabase = async <Result>(path: string, work: (execute: Execute) => Promise<Result>) => {
    const database = await PGlite.create({ dataDir: join(path, 'db'), extensions: { pg_trgm } })
    try {
      return await work(async (text) => (await database.exec(text)).at(-1) ?? { rows: [] })
    } finally {
      await database.close()
    }
  }
  const old = join(folder, 'old')
  mkdirSync(old)
  await withDatabase(old, async (execute) => {
    await restoreFirstBaseline(execute)
    await fill(execute, Math.min(ROWS, 2_000))
  })
  return {
    async copy(name) {
      cpSync(old, join(folder, name), { recursive: true })
      return join(folder, name)
    },
    read: (target) => withDatabase(target, factsOf),
    migrate: async (target) => factsInStore(await openPgliteStore(target)),
  }
}

const onPostgres = async (server: TemporaryPostgres): Promise<Kind> => {
  const withClient = async <Result>(url: string, work: (execute: Execute) => Promise<Result>) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      return await work((text) => client.query(text))
    } finally {
      await client.end()
    }
  }
  const old = await server.createDatabase('old')
  await withClient(old, async (execute) => {
    await restoreFirstBaseline(execute)
    await fill(execute, ROWS)
  })
  const template = new URL(old).pathname.slice(1)
  return {
    async copy(name) {
      const url = await server.createDatabase(name)
      const database = new URL(url).pathname.slice(1)
      await withClient(server.url, async (execute) => {
        await execute(`drop database "${database}"`)
        await execute(`create database "${database}" template "${template}"`)
      })
      return url
    },
    // Until the server notices the kill, it works on the last message.
    read: (target) =>
      withClient(target, async (execute) => {
        await until(async () => (await execute(OTHERS)).rows.length === 0)
        return factsOf(execute)
      }),
    migrate: async (target) => factsInStore(await openPostgresStore(target)),
  }
}

/** Messages that a process which migrates has sent to its database when the transaction of the migrations begins and ends. */
interface Span {
  begin: number
  commit: number
}

/** Migrates the database in a process of its own. */
const migrate = async (target: string): Promise<Span> => {
  const { line, ended } = startSpeaking(SCRIPT, target)
  const numberOf = async (step: string) => Number((await line(step)).text.split(' ')[1])
  await line('done')
  const span = { begin: await numberOf('begin'), commit: await numberOf('commit') }
  await ended
  return span
}

/** Kills a process that has sent this many messages to its database, and sends no more. */
const killAfter = async (target: string, sent: number): Promise<void> => {
  const { process, line, ended } = startSpeaking(SCRIPT, target, String(sent + 1))
  await line('reached')
  process.kill('SIGKILL')
  await ended
}

const describeKills = (what: string, openKind: (folder: string) => Promise<Kind>) =>
  describe(`A ${what} database of the oldest release`, () => {
    let folder = ''
    let kind: Kind
    let old: Facts
    let wanted: Facts
    let span: Span
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'fe-killed-migrations-'))
      kind = await openKind(folder)
      const whole = await kind.copy('whole')
      old = await kind.read(whole)
      span = await migrate(whole)
      wanted = await kind.read(whole)
    })
    after(() => rmSync(folder, { recursive: true, force: true }))

    it('is as before or up to date after a kill at any moment of its migration, and complete after the next start', async () => {
      assert.equal(old.migrations.length, MIGRATED_BEFORE)
      assert.ok(wanted.migrations.length > MIGRATED_BEFORE)
      const { begin, commit } = span
      const seeded = createSeeded(`${what} ${ROUNDS}`)
      const steps = Array.from({ length: ROUNDS }, (_, round) =>
        Math.floor(begin + ((round + seeded.next()) * (commit - begin)) / ROUNDS),
      )
      const found = { rounds: ROUNDS + 2, rolledBack: 0, upToDate: 0, halfApplied: 0, incomplete: 0 }
      for (const sent of [...steps, commit, commit + 1]) {
        const target = await kind.copy(`killed-${sent}`)
        await killAfter(target, sent)
        const facts = await kind.read(target)
        // The kill may come before or after the commit only while the database works on it.
        if (sent <= commit && isDeepStrictEqual(facts, old)) found.rolledBack += 1
        else if (sent >= commit && isDeepStrictEqual(facts, wanted)) found.upToDate += 1
        else found.halfApplied += 1
        if (!isDeepStrictEqual(await kind.migrate(target), wanted)) found.incomplete += 1
      }
      report({
        row: 62,
        wanted: `${what}: kill -9 at ${ROUNDS} moments of the migration of a filled database, during its commit and after it: 0 half applied, 0 incomplete after the next start`,
        reached: JSON.stringify(found),
        ok: found.halfApplied + found.incomplete === 0,
      })
      assert.deepEqual([found.halfApplied, found.incomplete], [0, 0])
    })
  })

describeKills('PGlite', onPglite)

describe('PostgreSQL', { skip: postgresMissing() }, () => {
  let server: TemporaryPostgres
  before(async () => {
    server = await startPostgres()
  })
  after(() => server?.stop())

  describeKills('PostgreSQL', () => onPostgres(server))

  it('is migrated once by two processes, both of which found migrations missing', async () => {
    const kind = await onPostgres(server)
    const [whole, shared] = [await kind.copy('alone'), await kind.copy('shared')]
    const locker = new Client({ connectionString: shared })
    await locker.connect()
    await locker.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const opened = [1, 2].map(() => openPostgresStore(shared))
    try {
      await until(async () => (await locker.query(WAITING)).rows.length === opened.length)
    } finally {
      await locker.end()
      for (const store of await Promise.all(opened)) await store.close()
    }
    assert.deepEqual(await kind.read(shared), await kind.migrate(whole))
  })
})
