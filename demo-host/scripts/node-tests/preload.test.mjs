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

/** Runs a test file and returns its exit status and the lines of its report without indentation. */
const report = (source) => {
  const file = join(folder, 'example.test.ts')
  writeFileSync(file, source)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = ['--import', PRELOAD, '--test-reporter=tap', file]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  return { status, lines: stdout.split('\n').map((line) => line.trim()) }
}

test('functions keep their names, and an error names the line of the source', () => {
  const { lines } = report(`
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

for (const [kind, source] of [
  ['error', "setTimeout(() => { throw new Error('uncaught') })"],
  ['rejection', "Promise.reject(new Error('uncaught'))"],
])
  test(`an uncaught ${kind} after an await fails the test file, and the report has its message`, () => {
    const { status, lines } = report(`
      import { it } from 'node:test'
      import { setTimeout as wait } from 'node:timers/promises'
      it('passes', async () => {
        await null
        ${source}
        await wait(20)
      })
    `)
    assert.notEqual(status, 0)
    assert.match(lines.join('\n'), /uncaught/)
  })
