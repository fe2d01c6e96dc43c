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
} from './promises.mjs'
import { allTests } from './test-files.mjs'

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
  const figures = figuresOf(
    '{"row":1,"ok":true}\n{"row":2,"wanted":"0","reached":"1","ok":false}\n{"row":3,"wan',
    'abc',
  )
  assert.deepEqual(figures[0], { row: 1, ok: true, commit: 'abc' })
  assert.equal(figures.length, 2)
  assert.deepEqual(failedFigures(figures), ['Promise 2: 0: 1'])
})

test('PROMISES.md is what the table and the figures make it', () => {
  const figures = JSON.parse(read('demo-host/e2e/figures.json'))
  assert.equal(
    read('demo-host/e2e/PROMISES.md'),
    promisesPage(figures),
    'run node demo-host/scripts/write-promises.mjs',
  )
})
