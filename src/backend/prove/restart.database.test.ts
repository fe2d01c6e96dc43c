import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openPgliteStore } from '../adapters/postgres/pglite-store.ts'

describe('A backend that is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fe-restart-test-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('recreates an incomplete database and moves a broken one aside', async () => {
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
