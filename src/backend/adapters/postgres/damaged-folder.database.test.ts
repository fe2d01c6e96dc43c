import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryData } from '../../../testing/pglite.ts'
import { lockFolder } from './folder-lock.ts'
import { embeddedFaultOf, openPgliteStore } from './pglite-store.ts'

for (const [title, damage] of [
  ['of another version', (folder: string) => writeFileSync(join(folder, 'db/PG_VERSION'), '15\n')],
  ['whose control file is damaged', (folder: string) => writeFileSync(join(folder, 'db/global/pg_control'), 'x')],
] as const)
  test(`A data folder ${title} is an error of one line that names DATA_DIR, and stays free for the next process`, async () => {
    const folder = await temporaryData()
    try {
      damage(folder)
      await assert.rejects(openPgliteStore(folder), (error: Error) => {
        assert.equal(error.name, 'DatabaseError')
        assert.match(error.message, /^DATA_DIR: the database in \S+ can't be opened: [^\n]+; a backup replaces it\.$/)
        return true
      })
      lockFolder(folder)()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

test('A full disk is named although the embedded database throws an object without a message', () => {
  assert.equal(embeddedFaultOf({ name: 'ErrnoError', errno: 51 }), 'no space is left on its disk')
  assert.equal(embeddedFaultOf({ name: 'ErrnoError', errno: 63 }), "a file can't be used (63)")
})
