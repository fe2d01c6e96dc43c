import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { startUpkeep } from './pglite-store.ts'

describe('Upkeep of the embedded database', () => {
  it('renews the statistics of tables that changed and writes a checkpoint when the log has grown', async () => {
    const database = new PGlite()
    const warnings: string[] = []
    const upkeep = startUpkeep(database, (message) => warnings.push(message))
    const number = async (query: string) => Number((await database.query<{ n: string }>(query)).rows[0]?.n)
    const checkpoint = `select redo_lsn - '0/0'::pg_lsn as n from pg_control_checkpoint()`
    await database.exec('create table t (id int primary key, words text)')
    const before = await number(checkpoint)
    await database.exec(`insert into t select n, repeat('x', 900) from generate_series(1, 90000) n`)
    await upkeep.round()
    assert.equal(await number(`select reltuples as n from pg_class where relname = 't'`), 90_000)
    const after = await number(checkpoint)
    assert.ok(after - before > 60_000_000, `${after - before} bytes`)
    await database.exec('insert into t values (0)')
    await upkeep.round()
    assert.equal(await number(checkpoint), after)
    await upkeep.end()
    await database.close()
    assert.deepEqual(warnings, [])
  })
})
