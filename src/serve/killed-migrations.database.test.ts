import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Client } from 'pg'
import { isWhole, report, scaled } from '../backend/prove/report.test-kit.ts'
import { startSpeaking } from '../backend/prove/restart.test-kit.ts'
import { createSeeded } from '../backend/sample/seeded.ts'
import { postgresMissing, startPostgres, type TemporaryPostgres } from '../testing/postgres.ts'
import { restoreFirstBaseline } from './first-baseline.test-kit.ts'

const SCRIPT = fileURLToPath(new URL('./migrating.test-kit.ts', import.meta.url))
const MIGRATED_BEFORE = 35
const ROUNDS = Math.max(3, scaled(10))

type Execute = (text: string) => Promise<{ rows: unknown[] }>

/** Adds members, so that the migrations take long enough to be killed inside. */
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

type Facts = Awaited<ReturnType<typeof factsOf>>

interface Kind {
  /** Makes a copy of the old database and returns its folder or URL. */
  copy(name: string): Promise<string>
  read(target: string): Promise<Facts>
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
    await fill(execute, 2_000)
  })
  return {
    async copy(name) {
      cpSync(old, join(folder, name), { recursive: true })
      return join(folder, name)
    },
    read: (target) => withDatabase(target, factsOf),
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
    await fill(execute, 50_000)
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
    read: (target) => withClient(target, factsOf),
  }
}

/** Migrates the database in a process of its own; resolves with the time that it took. */
const migrate = async (target: string): Promise<number> => {
  const process = startSpeaking(SCRIPT, target)
  const { afterMs } = await process.line('begin')
  const done = await process.line('done')
  await process.ended
  return done.afterMs - afterMs
}

/** Kills a process while it migrates; returns whether it was still running. */
const killWhileMigrating = async (target: string, afterMs: number): Promise<boolean> => {
  const process = startSpeaking(SCRIPT, target)
  await process.line('begin')
  await wait(afterMs)
  process.process.kill('SIGKILL')
  await process.ended
  return !process.lines.includes('done')
}

const describeKills = (what: string, openKind: (folder: string) => Promise<Kind>) =>
  describe(`A ${what} database of the oldest release`, () => {
    let folder = ''
    let kind: Kind
    let wanted: Facts
    /** Shortest of two, so that most kills come before the end. */
    let tookMs = 0
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'fe-killed-migrations-'))
      kind = await openKind(folder)
      const whole = await kind.copy('whole')
      tookMs = Math.min(await migrate(whole), await migrate(await kind.copy('again')))
      wanted = await kind.read(whole)
    })
    after(() => rmSync(folder, { recursive: true, force: true }))

    it('is as before or up to date after a kill at any moment of its migration, and complete after the next start', async () => {
      const before = (await kind.read(await kind.copy('untouched'))).migrations.length
      assert.equal(before, MIGRATED_BEFORE)
      const seeded = createSeeded(`${what} ${ROUNDS}`)
      const found = { rounds: ROUNDS, killedInside: 0, rolledBack: 0, halfApplied: 0, incomplete: 0 }
      for (let round = 0; round < ROUNDS; round += 1) {
        const target = await kind.copy(`killed-${round}`)
        if (await killWhileMigrating(target, ((round + seeded.next()) * tookMs) / ROUNDS)) found.killedInside += 1
        const { migrations } = await kind.read(target)
        if (migrations.length === before) found.rolledBack += 1
        else if (migrations.length !== wanted.migrations.length) found.halfApplied += 1
        await migrate(target)
        if (!isDeepStrictEqual(await kind.read(target), wanted)) found.incomplete += 1
      }
      report({
        row: 62,
        wanted: `${what}: kill -9 at ${ROUNDS} moments of the migration of a filled database: 0 half applied, 0 incomplete after the next start`,
        reached: JSON.stringify(found),
        ok: found.halfApplied + found.incomplete === 0 && (!isWhole || found.rolledBack > 1),
      })
      assert.deepEqual([found.halfApplied, found.incomplete], [0, 0])
      assert.ok(found.killedInside > 0, 'every process was done before it was killed')
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

  it('is migrated once by two processes that start at the same time', async () => {
    const kind = await onPostgres(server)
    const [whole, shared] = [await kind.copy('alone'), await kind.copy('shared')]
    await migrate(whole)
    await Promise.all([migrate(shared), migrate(shared)])
    assert.deepEqual(await kind.read(shared), await kind.read(whole))
  })
})
