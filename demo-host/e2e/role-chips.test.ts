import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../src', import.meta.url))

const views = ['pages', 'parts'].flatMap((folder) =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .map((file) => join(source, folder, file)),
)

/** A column of a table that shows the roles of a record. */
const COLUMN = /\bid: 'roles',\s*header:/

test('Every column of roles uses the same chips', () => {
  const columns = views.filter((file) => COLUMN.test(readFileSync(file, 'utf8')))
  assert.ok(columns.length >= 4, `Only ${columns.length} columns of roles were found`)
  const others = columns.filter((file) => !readFileSync(file, 'utf8').includes('<NameChips'))
  assert.deepEqual(others, [])
})
