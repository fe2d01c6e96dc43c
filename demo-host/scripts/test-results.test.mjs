import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { browserResult, endToEndResult } from './test-results.mjs'

test('the sessions of browser tests: tests in suites, skipped ones, a file that did not load', () => {
  const sessions = [
    {
      testFile: 'a.js',
      passed: false,
      testResults: {
        tests: [{ name: 'top', passed: true }],
        suites: [
          {
            name: 'outer',
            tests: [
              { name: 'bad', passed: false, error: { message: '\u001b[31mexpected 1\u001b[39m\nmore' } },
              { name: 'left out', passed: false, skipped: true },
            ],
          },
        ],
      },
    },
    { testFile: 'b.js', passed: false, errors: [{ message: 'no such module' }] },
  ]
  assert.deepEqual(browserResult(sessions), {
    passed: 1,
    failed: 2,
    failures: ['a.js › outer › bad › expected 1', 'b.js › did not run › no such module'],
  })
})

test("Playwright's report: one that passed at the second try has failed", () => {
  const spec = (title, status, message) => ({
    file: 'x.spec.ts',
    line: 3,
    title,
    tests: [{ status, results: [{ error: message && { message } }, {}] }],
  })
  const report = {
    stats: { expected: 1 },
    errors: [],
    suites: [{ specs: [spec('fine', 'expected')], suites: [{ specs: [spec('flaky one', 'flaky', 'late')] }] }],
  }
  assert.deepEqual(endToEndResult(report), { passed: 1, failed: 1, failures: ['x.spec.ts:3 › flaky one › late'] })
})

test("the reporter for Node's runner counts tests, not suites and files, and names what failed", () => {
  const folder = mkdtempSync(join(tmpdir(), 'fe-reporter-'))
  try {
    const file = join(folder, 'some.test.mjs')
    writeFileSync(
      file,
      `import { describe, it } from 'node:test'
       describe('outer', () => { it('good', () => {}); it('bad', () => { throw new Error('wrong\\nmore') }) })
       it('left out', { skip: true }, () => {})`,
    )
    const broken = join(folder, 'broken.test.mjs')
    writeFileSync(broken, 'process.exit(3)')
    const reporter = join(folder, 'reporter.mjs')
    const source = new URL('./test-results.mjs', import.meta.url).href
    writeFileSync(
      reporter,
      `import { nodeResult } from ${JSON.stringify(source)}
       export default async function* (source) {
         const events = []
         for await (const event of source) if (/^test:(pass|fail)$/.test(event.type)) events.push(event)
         yield JSON.stringify(nodeResult(events))
       }`,
    )
    const { NODE_TEST_CONTEXT, ...env } = process.env
    const { stdout } = spawnSync(process.execPath, ['--test', `--test-reporter=${reporter}`, file, broken], {
      encoding: 'utf8',
      env,
    })
    const found = JSON.parse(stdout)
    assert.equal(found.passed, 1)
    assert.equal(found.failed, 2)
    assert.match(found.failures.join('\n'), /some\.test\.mjs:2 › bad › wrong$/m)
    assert.match(found.failures.join('\n'), /broken\.test\.mjs:1 › test failed$/m)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
