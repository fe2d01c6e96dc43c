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

test('tests and their hooks belong to the suite that declares them', () => {
  const lines = report(`
    import { beforeEach, describe, it } from 'node:test'
    let count: number = 0
    describe('outer', () => {
      beforeEach(() => { count += 1 })
      describe('inner', () => {
        it('counts', () => { if (count !== 1) throw new Error(String(count)) })
      })
    })
    it('is outside', () => { if (count !== 1) throw new Error(String(count)) })
  `)
  const names = lines.filter((line) => /^(not )?ok /.test(line)).map((line) => line.replace(/ # .*/, ''))
  assert.deepEqual(names, ['ok 1 - counts', 'ok 1 - inner', 'ok 1 - outer', 'ok 2 - is outside'])
  assert.ok(lines.includes('# suites 2'))
})

test('an error that a test does not await fails that test, also behind promises, timers and files', () => {
  const lines = report(`
    import { readFile } from 'node:fs/promises'
    import { it } from 'node:test'
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const fail = async () => {
      await readFile(process.argv[1])
      await wait(1)
      throw new Error('not awaited')
    }
    it('passes before', () => wait(1))
    it('fails', ({ signal }) => {
      void Promise.resolve().then(fail)
      return new Promise((resolve) => signal.addEventListener('abort', resolve))
    })
    it('passes after', () => wait(1))
  `)
  assert.deepEqual(
    lines.filter((line) => /^(not )?ok /.test(line)),
    ['ok 1 - passes before', 'not ok 2 - fails', 'ok 3 - passes after'],
  )
})

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
