import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PROMISES } from '../e2e/promises.mjs'
import { root } from './project.mjs'
import {
  failedFigures,
  figuresOf,
  missingFigures,
  notesFigure,
  numbersOf,
  promisesPage,
  runsInFull,
  withRun,
} from './promises.mjs'
import { allTests, provenFiles, runnerOf } from './test-files.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')

test('every promise lists tests that exist, under a number of its own', () => {
  for (const { number, title, tests } of PROMISES) {
    assert.ok(tests.length > 0, `promise ${number} (${title}) has no test`)
    for (const path of tests)
      assert.ok(existsSync(join(root, path)), `promise ${number} lists ${path}, which is missing`)
  }
  const numbers = PROMISES.map(({ number }) => number)
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].sort((one, other) => one - other),
  )
})

test('every test that notes a figure of a promise is listed with that promise', () => {
  const noted = allTests().flatMap((path) => numbersOf(read(path)).map((number) => ({ path, number })))
  assert.ok(noted.length > 40)
  assert.deepEqual(
    noted.filter(({ path, number }) => !PROMISES.find((one) => one.number === number)?.tests.includes(path)),
    [],
  )
})

const importing = (file) => `import { note } from '../${file}'\n`

test('the numbers of a file are read from its reports, if it reports at all', () => {
  const calls = "report({ row: 36, wanted })\nreach(\n  7,\n  'x')\nreport({ row: 'lists', })"
  assert.deepEqual(numbersOf(importing('report.test-kit.ts') + calls), [36, 7])
  assert.deepEqual(numbersOf('render({ row: 36, cell })'), [])
})

test('a test runs in full when it is listed or notes a figure', () => {
  assert.equal(runsInFull('src/session/session.test.ts', ''), true)
  assert.equal(runsInFull('src/session/other.test.ts', ''), false)
  assert.equal(runsInFull('src/session/other.test.ts', importing('testing/figures.ts')), true)
  assert.equal(notesFigure(importing('totals.ts')), false)
})

test('a promise without a figure is reported', () => {
  const promises = [1, 2, 9].map((number) => ({ number, title: `T${number}`, tests: [] }))
  assert.deepEqual(missingFigures([{ row: 1 }, { row: 9 }, { row: 'lists' }], promises), [
    'Promise 2 (T2) has no figure',
  ])
  assert.deepEqual(missingFigures([{ row: 1 }, { row: 2 }, { row: 9 }], promises), [])
})

test('a figure that missed its target is reported, and an incomplete line is ignored', () => {
  const figures = figuresOf('{"row":1,"ok":true}\n{"row":2,"wanted":"0","reached":"1","ok":false}\n{"row":3,"wan')
  assert.deepEqual(figures[0], { row: 1, ok: true })
  assert.equal(figures.length, 2)
  assert.deepEqual(failedFigures(figures), ['Promise 2: 0: 1'])
})

test('the figures of a test file replace those of its last run and keep the others', () => {
  const figure = (row, wanted, rest) => ({ row, wanted, reached: '0', ok: true, ...rest })
  const before = {
    runs: { 'b.test.ts': { commit: 'old', ok: true, seconds: 1 } },
    figures: [
      figure(1, 'renamed since', { test: 'a.test.ts', commit: 'old' }),
      figure(1, 'of a test that moved', { test: 'gone.test.ts', commit: 'old' }),
      figure(1, 'of another test', { test: 'b.test.ts', commit: 'old' }),
    ],
  }
  const measured = [figure(1, 'new'), figure(1, 'of a test that moved')]
  const after = withRun(before, { path: 'a.test.ts', commit: 'new', ok: false, seconds: 3, figures: measured })
  assert.deepEqual(
    after.figures.map(({ wanted, commit, test }) => [wanted, commit, test]),
    [
      ['of another test', 'old', 'b.test.ts'],
      ['new', 'new', 'a.test.ts'],
      ['of a test that moved', 'new', 'a.test.ts'],
    ],
  )
  assert.deepEqual(after.runs, {
    'a.test.ts': { commit: 'new', ok: false, seconds: 3 },
    'b.test.ts': { commit: 'old', ok: true, seconds: 1 },
  })
})

test('`npm run prove` runs every listed test, each by its own kind of runner', () => {
  const files = provenFiles()
  const listed = PROMISES.flatMap(({ tests }) => tests)
  assert.deepEqual(
    listed.filter((path) => !files.includes(path) && !path.endsWith('.suite.ts')),
    [],
    'suites run with the tests of the stores',
  )
  const screens = 'demo-host/e2e/engines/screens.prove.ts'
  assert.ok(files.includes(screens))
  const kinds = ['demo-host/e2e/tabs.spec.ts', 'src/session/session.test.ts', 'src/backend/backend.test.ts', screens]
  assert.deepEqual(kinds.map(runnerOf), ['endToEnd', 'component', 'node', 'engines'])
})

test('PROMISES.md matches the table and the figures', () => {
  const record = JSON.parse(read('demo-host/e2e/figures.json'))
  assert.equal(read('demo-host/e2e/PROMISES.md'), promisesPage(record), 'run node demo-host/scripts/write-promises.mjs')
})
