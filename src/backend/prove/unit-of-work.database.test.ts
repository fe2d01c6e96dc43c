import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { describe, it } from 'node:test'
import { temporaryData } from '../../testing/pglite.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { isWholeUnit, proveUnits } from './unit-of-work.test-kit.ts'

/** Rounds of the short run; `unit-of-work.prove.ts` does a hundred. */
const ROUNDS = 3

describe('A backend that is killed in the middle of changes', () => {
  it('leaves no change without its audit row and no row without its change, on the embedded database', async (test) => {
    const data = await temporaryData()
    test.after(() => rmSync(data, { recursive: true, force: true }))
    const figures = await proveUnits(data, ROUNDS)
    assert.ok(isWholeUnit(figures), JSON.stringify(figures))
  })

  it('leaves no change without its audit row and no row without its change, on PostgreSQL', async () => {
    const server = await startPostgres({ isDurable: true })
    try {
      const figures = await proveUnits(await server.createDatabase('units'), ROUNDS)
      assert.ok(isWholeUnit(figures), JSON.stringify(figures))
    } finally {
      await server.stop()
    }
  })
})
