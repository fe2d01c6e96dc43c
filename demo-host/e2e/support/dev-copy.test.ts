import { strict as assert } from 'node:assert'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../scripts/project.mjs'
import { EDITS, SERVER_FAULTS, STYLE_FAULT, TYPE_FAULT, VIEW_FAULT } from './dev-copy.ts'

// The journey that makes these edits takes minutes, so it runs only in the full check.
test('The sources still contain the lines that the development mode journey edits', async () => {
  for (const { file, from } of [...Object.values(EDITS), VIEW_FAULT, STYLE_FAULT, TYPE_FAULT, ...SERVER_FAULTS])
    assert.ok((await readFile(join(root, file), 'utf8')).includes(from), `${file} doesn't contain: ${from}`)
})
