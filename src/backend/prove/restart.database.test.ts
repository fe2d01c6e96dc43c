import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { temporaryData } from '../../testing/pglite.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { openPgliteStore } from '../adapters/postgres/pglite-store.ts'
import { proveKills, proveSecondRefused } from './restart.test-kit.ts'

/** A short run; `restart.prove.ts` runs a hundred rounds. */
const ROUNDS = 3

describe('A backend that is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fe-restart-test-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('loses nothing it acknowledged and refuses a second process, on the embedded database', async (test) => {
    const data = await temporaryData()
    test.after(() => rmSync(data, { recursive: true, force: true }))
    const figures = await proveKills(data, ROUNDS)
    assert.ok(figures.acknowledged > ROUNDS)
    assert.equal(figures.lost, 0)
    const { refusal, exitCode } = await proveSecondRefused(data)
    assert.match(refusal, /^error The data folder \S+ is in use by process \d+; stop it or set DATA_DIR$/)
    assert.equal(exitCode, 1)
  })

  it('loses nothing it acknowledged on PostgreSQL', async () => {
    const server = await startPostgres({ isDurable: true })
    try {
      const figures = await proveKills(await server.createDatabase('killed'), ROUNDS)
      assert.ok(figures.acknowledged > ROUNDS)
      assert.equal(figures.lost, 0)
      const { crash } = server
      if (crash) assert.equal((await proveKills(await server.createDatabase('crashed'), 1, crash)).lost, 0)
    } finally {
      await server.stop()
    }
  })

  it('makes a half-made database again and keeps a broken one aside', async () => {
    const data = join(folder, 'half')
    mkdirSync(join(data, 'db.partial', 'base'), { recursive: true })
    mkdirSync(join(data, 'db', 'base'), { recursive: true })
    const warnings: string[] = []
    const warn = (message: string) => void warnings.push(message)
    const store = await openPgliteStore(data, { warn, error: warn })
    assert.equal(await store.users.count({}), 0)
    await store.close()
    assert.equal(warnings.length, 2)
    const names = readdirSync(data).sort()
    assert.deepEqual(
      names.map((name) => name.replace(/\d+$/, '')),
      ['db', 'db.broken-'],
    )
  })
})
