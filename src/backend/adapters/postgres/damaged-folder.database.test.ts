import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { temporaryData } from '../../../testing/pglite.ts'
import { lockFolder } from './folder-lock.ts'
import { DatabaseError } from './outage.ts'
import { embeddedFaultOf, openFaultOf, openPgliteStore } from './pglite-store.ts'

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
        assert.match(
          error.message,
          /^DATA_DIR: the database in \S+ can't be opened: [^\n]+; keep a copy of it before a backup replaces it\.$/,
        )
        return true
      })
      const unlock = await lockFolder(folder)
      unlock()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

test('A data folder that takes no lock is an error of one line that names DATA_DIR', async () => {
  const base = mkdtempSync(join(tmpdir(), 'fe-long-'))
  // The folder's path is allowed, but that of a file in it is too long (PATH_MAX is 4,096 bytes).
  const part = `/${'a'.repeat(199)}`
  const missing = 4_080 - base.length
  const folder = `${base}${part.repeat(Math.floor(missing / part.length))}/${'b'.repeat(missing % part.length || 1)}`
  try {
    await assert.rejects(openPgliteStore(folder), (error) => {
      assert.ok(error instanceof DatabaseError)
      assert.match(error.message, /^DATA_DIR: the folder \S+ can't be used: ENAMETOOLONG[^\n]+$/)
      return true
    })
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
})

test('A full disk is reported although the embedded database throws an object without a message', () => {
  assert.equal(embeddedFaultOf({ name: 'ErrnoError', errno: 51 }), 'no space is left on its disk')
  assert.equal(embeddedFaultOf({ name: 'ErrnoError', errno: 63 }), "a file can't be used (63)")
})

for (const [title, code, message] of [
  ['a full disk', '53100', 'could not extend file "base/5/16384": No space left on device'],
  ['a file of another user', 'EACCES', "EACCES: permission denied, open '/srv/data/db/PG_VERSION'"],
  ['a disk that can only be read', 'EROFS', "EROFS: read-only file system, open '/srv/data/db/PG_VERSION'"],
  ['too many open files', 'EMFILE', "EMFILE: too many open files, open '/srv/data/db/base/5/1259'"],
  ['rows that a constraint refuses', '23505', 'duplicate key value violates unique constraint "users_key"'],
] as const)
  test(`No backup is suggested for ${title}, because the data is intact`, () => {
    const fault = openFaultOf(Object.assign(new Error(message), { code }))
    assert.equal(fault, /\d/.test(code) ? `${message} (${code})` : message)
  })

test('Tables that can’t be migrated are reported as the reason, and no backup is suggested', async () => {
  const folder = await temporaryData()
  try {
    const database = await PGlite.create({ dataDir: join(folder, 'db'), extensions: { pg_trgm } })
    // The migrations run again, over tables that exist.
    await database.exec('delete from drizzle.__drizzle_migrations')
    await database.close()
    await assert.rejects(openPgliteStore(folder), {
      name: 'DatabaseError',
      message: /^DATA_DIR: the tables in \S+ can't be brought up to date: [^\n.]+ already exists \(42P07\)\.$/,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
