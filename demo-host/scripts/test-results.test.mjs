import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './project.mjs'
import {
  browserResult,
  browserRun,
  checkResult,
  EMPTY,
  endToEndResult,
  nodeResult,
  repeatedRun,
  slowestOf,
  sumOf,
} from './test-results.mjs'

test('a refused release is one failure with a line for each budget that it exceeds', () => {
  const [first, second] = ['Over budget: fe.umd.js, 16.012 of 16 KB', 'Over budget: preview, 120.400 of 120 KB']
  const refused = checkResult('Release', { ok: false, output: `Built in 9 s\n${first}\n${second}\n` })
  assert.deepEqual([refused.passed, refused.failed], [0, 1])
  assert.deepEqual(refused.failures, [`Release › ${first}`, `Release › ${second}`])
  assert.deepEqual(checkResult('Lint', { ok: false, output: 'wrong' }).failures, ['Lint'])
  const passed = checkResult('Lint', { ok: true, output: '' })
  assert.deepEqual([passed.passed, passed.failed, passed.failures], [1, 0, []])
})

test('the report of browser tests contains tests in suites, skipped tests and files that did not load', () => {
  const sessions = [
    {
      testFile: '/x/.work/tests-1/src/a.test.js',
      passed: false,
      testResults: {
        tests: [{ name: 'top', passed: true, duration: 1500 }],
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
    failures: ['/x/.work/tests-1/src/a.test.js › outer › bad › expected 1', 'b.js › did not run › no such module'],
    flaky: [],
    files: { 'src/a.test.js': 1.5, 'b.js': 0 },
  })
})

test('files of browser tests that failed, crashed or hung are apart from those that passed', () => {
  const sessions = [
    {
      testFile: '/x/.work/tests-1/src/a.test.js',
      passed: true,
      testResults: { tests: [{ name: 'one', passed: true }] },
    },
    {
      testFile: '/x/.work/tests-1/src/b.test.js',
      passed: false,
      testResults: {
        tests: [
          { name: 'two', passed: false },
          { name: 'three', passed: true },
        ],
      },
    },
    { testFile: '/x/.work/tests-1/src/c.view.test.js', passed: false, errors: [{ message: 'did not finish\nmore' }] },
  ]
  const { passed, failures, failing } = browserRun(sessions)
  assert.deepEqual({ passed, failures }, { passed: 1, failures: [] })
  assert.deepEqual(
    failing.map(({ file, passed, failures }) => [file, passed, ...failures]),
    [
      ['src/b.test', 1, '/x/.work/tests-1/src/b.test.js › two'],
      ['src/c.view.test', 0, '/x/.work/tests-1/src/c.view.test.js › did not run › did not finish'],
    ],
  )
})

const RAN = { ...EMPTY, status: 0, failing: [] }
const FAILING = [
  { ...EMPTY, file: 'src/b.test', passed: 4, failed: 1, failures: ['b › two › late'] },
  { ...EMPTY, file: 'src/c.view.test', failed: 1, failures: ['c › did not run › hung'] },
]

test('a test is flaky when its file passed the second time', () => {
  const again = { ...RAN, passed: 7, files: { 'src/b.test.js': 1, 'src/c.view.test.js': 2 } }
  const { passed, failed, flaky } = repeatedRun(FAILING, again)
  assert.deepEqual({ passed, failed }, { passed: 7, failed: 0 })
  assert.deepEqual(flaky, ['b › two › late', 'c › did not run › hung'])
})

test('a test has failed when its file did not pass the second time either', () => {
  const again = { ...RAN, status: 1, passed: 5, failing: [FAILING[1]], files: { 'src/b.test.js': 1 } }
  const { passed, failures, flaky } = repeatedRun(FAILING, again)
  assert.deepEqual({ passed, failures }, { passed: 5, failures: ['c › did not run › hung'] })
  assert.deepEqual(flaky, ['b › two › late'])
})

test('all tests failed if the second run left no results or ended badly without a reason', () => {
  const ran = { 'src/b.test.js': 1, 'src/c.view.test.js': 2 }
  for (const again of [RAN, { ...RAN, status: 1 }, { ...RAN, status: 1, passed: 5, files: ran }]) {
    const { passed, failures, flaky } = repeatedRun(FAILING, again)
    assert.deepEqual({ passed, flaky }, { passed: 4, flaky: [] })
    assert.deepEqual(failures, ['b › two › late', 'c › did not run › hung'])
  }
})

test("Playwright's report: a test that passed only when it ran again counts as passed and is listed as flaky", () => {
  const spec = (title, status, message) => ({
    file: 'x.spec.ts',
    line: 3,
    title,
    tests: [{ status, results: [{ duration: 2000, error: message && { message } }, { duration: 500 }] }],
  })
  const report = {
    stats: { expected: 1, flaky: 1, unexpected: 1 },
    errors: [],
    suites: [
      { specs: [spec('fine', 'expected'), spec('bad', 'unexpected', 'no')] },
      { specs: [], suites: [{ specs: [spec('twice', 'flaky', 'late')] }] },
    ],
  }
  assert.deepEqual(endToEndResult(report), {
    passed: 2,
    failed: 1,
    failures: ['x.spec.ts:3 › bad › no'],
    flaky: ['x.spec.ts:3 › twice › late'],
    files: { 'demo-host/e2e/x.spec.ts': 7.5 },
  })
})

test("Playwright's report: a test that failed is followed by the end of its page's log", () => {
  const log = Array.from({ length: 14 }, (_, at) => `line ${at}`).join('\n')
  const attachments = [{ name: 'page log', body: Buffer.from(log).toString('base64') }]
  const results = [{ duration: 1, error: { message: 'late' }, attachments }, { duration: 1 }]
  const specs = [{ file: 'x.spec.ts', line: 3, title: 'twice', tests: [{ status: 'flaky', results }] }]
  const report = { stats: { expected: 0, flaky: 1, unexpected: 0 }, suites: [{ specs }] }
  const [first, ...rest] = endToEndResult(report).flaky[0].split('\n')
  assert.equal(first, 'x.spec.ts:3 › twice › late')
  assert.deepEqual([rest.length, rest[0].trim(), rest.at(-1).trim()], [12, 'line 2', 'line 13'])
})

test("the reporter for Node's runner counts tests, not suites and files, and names the failed ones", () => {
  const folder = mkdtempSync(join(tmpdir(), 'fe-reporter-'))
  try {
    const file = join(folder, 'some.test.mjs')
    writeFileSync(
      file,
      `import { describe, it } from 'node:test'
       import { flakyNote } from ${JSON.stringify(new URL('./flaky-note.mjs', import.meta.url).href)}
       it('again', (context) => {
         context.diagnostic('just a remark')
         context.diagnostic(flakyNote('again', new Error('late\\nmore')))
       })
       describe('outer', () => { it('good', () => {}); it('bad', () => { throw new Error('wrong\\nmore') }) })
       it('left out', { skip: true }, () => {})`,
    )
    const broken = join(folder, 'broken.test.mjs')
    writeFileSync(broken, `console.log('{"row":7,"wanted":"all","reached":"some","ok":false}'); process.exitCode = 3`)
    const reporter = join(folder, 'reporter.mjs')
    const source = new URL('./test-results.mjs', import.meta.url).href
    writeFileSync(
      reporter,
      `import { nodeResult } from ${JSON.stringify(source)}
       export default async function* (source) {
         const events = []
         for await (const event of source) if (/^test:(pass|fail|diagnostic|stdout)$/.test(event.type)) events.push(event)
         yield JSON.stringify(nodeResult(events))
       }`,
    )
    const { NODE_TEST_CONTEXT, ...env } = process.env
    const { stdout } = spawnSync(process.execPath, ['--test', `--test-reporter=${reporter}`, file, broken], {
      encoding: 'utf8',
      env,
    })
    const found = JSON.parse(stdout)
    assert.equal(found.passed, 2)
    assert.equal(found.flaky.length, 1)
    assert.match(found.flaky[0], /some\.test\.mjs:\d+ › again: late$/)
    assert.equal(found.failed, 2)
    assert.ok(Object.keys(found.files).some((file) => file.endsWith('some.test.mjs')))
    assert.match(found.failures.join('\n'), /some\.test\.mjs:7 › bad › wrong$/m)
    assert.match(
      found.failures.join('\n'),
      /broken\.test\.mjs:1 › test failed\n +promise 7, wanted: all; reached: some$/m,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a missed promise is followed by its goal and its result, line by line', () => {
  const file = '/x/guessing.prove.ts'
  const rows = [
    { row: 45, wanted: 'equal times', reached: '2.1 times', ok: false },
    { row: 46, wanted: '0 guessed', reached: '0', ok: true },
    { row: 'three processes', wanted: '0 signed out', reached: '3', ok: false },
  ]
  const printed = `Seeding …\n${rows.map((row) => JSON.stringify(row)).join('\n')}\n`
  const stdout = (path, message) => ({ type: 'test:stdout', data: { file: path, message } })
  const error = { failureType: 'testCodeFailure', cause: new Error('test failed') }
  const failed = { name: file, file, line: 1, nesting: 0, details: { error } }
  const { failures } = nodeResult([
    stdout(file, printed.slice(0, 40)),
    stdout('/x/other.prove.ts', '{"row":1,"wanted":"a","reached":"b","ok":false}\n'),
    stdout(file, printed.slice(40)),
    { type: 'test:fail', data: failed },
  ])
  assert.equal(failures.length, 1)
  assert.deepEqual(
    failures[0].split('\n').map((text) => text.trim()),
    [
      `${file}:1 › test failed`,
      'promise 45, wanted: equal times; reached: 2.1 times',
      'three processes, wanted: 0 signed out; reached: 3',
    ],
  )
})

test('each promise that a file without tests kept counts as passed, and the file with its time', () => {
  const [file, tested] = [join(root, 'src/guessing.prove.ts'), join(root, 'src/states.test.ts')]
  const printed = '{"row":45,"wanted":"a","reached":"a","ok":true}\n{"row":46,"wanted":"b","reached":"b","ok":true}\n'
  const details = { duration_ms: 2_000 }
  const { passed, failed, files } = nodeResult([
    { type: 'test:stdout', data: { file, message: printed } },
    { type: 'test:stdout', data: { file: tested, message: printed } },
    { type: 'test:pass', data: { name: file, file, nesting: 0, details } },
    { type: 'test:pass', data: { name: 'keeps its states', file: tested, nesting: 0, details } },
    { type: 'test:pass', data: { name: tested, file: tested, nesting: 0, details } },
  ])
  assert.deepEqual([passed, failed], [3, 0])
  assert.deepEqual(files, { 'src/guessing.prove.ts': 2, 'src/states.test.ts': 2 })
})

test('results are added up, and the slowest files come first', () => {
  const one = { passed: 1, failed: 0, failures: [], flaky: ['f'], files: { a: 1, b: 5 } }
  const other = { passed: 2, failed: 1, failures: ['g'], flaky: [], files: { a: 9 } }
  const total = sumOf([one, other])
  assert.deepEqual(total, { passed: 3, failed: 1, failures: ['g'], flaky: ['f'], files: { a: 10, b: 5 } })
  assert.deepEqual(slowestOf(total, 1), ['   10.0 s  a'])
})
