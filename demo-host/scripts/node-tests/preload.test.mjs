import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const PRELOAD = fileURLToPath(new URL('preload.mjs', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'front-entry-node-tests-'))
after(() => rmSync(folder, { recursive: true }))

/** Runs a file of tests; returns the lines of its report without their indentation. */
const report = (source) => {
  const file = join(folder, 'example.test.ts')
  writeFileSync(file, source)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = ['--import', PRELOAD, '--test-reporter=tap', file]
  return spawnSync(process.execPath, args, { encoding: 'utf8', env })
    .stdout.split('\n')
    .map((line) => line.trim())
}

test('functions keep their names, and an error names the line of the source', () => {
  const lines = report(`
    import { it } from 'node:test'
    interface Unused { text: string }
    const named = (): never => { throw new Error('here') }
    it('fails', () => named())
  `)
  assert.ok(
    lines.some((line) => /^named .*example\.test\.ts:4:/.test(line)),
    lines.join('\n'),
  )
})
