import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../scripts/project.mjs'
import { EDITS, FAULTS } from './dev-copy.ts'

// The journey that makes these edits takes minutes, so it runs only in the full check.
test('The sources still contain the lines that the development mode journey edits', async () => {
  for (const { file, from } of [...Object.values(EDITS), ...Object.values(FAULTS).flat()])
    assert.ok((await readFile(join(root, file), 'utf8')).includes(from), `${file} doesn't contain: ${from}`)
})
