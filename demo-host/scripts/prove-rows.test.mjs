import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './project.mjs'
import { failedRows, figuresOf, missingRows, namesRow, notesFigure, ROWS_BY_ISSUE, rowsOf } from './prove-rows.mjs'
import { componentTests, nodeTests } from './test-files.mjs'

test('a list of rows is read with its spans', () => {
  assert.deepEqual(rowsOf('1-3 8 40-41'), [1, 2, 3, 8, 40, 41])
  assert.deepEqual(rowsOf(ROWS_BY_ISSUE[6]), [23, 25, 26, 41, 46])
})

test('a test file that names a row in a title is found, wherever the title stands', () => {
  for (const source of [
    "test('row 36: many people renew at once', async () => {",
    "describe('session: many tabs (rows 1 and 2)', () => {",
    'it(\n  `all fuzzed options change no prototype (row 25)`,\n  () => {',
    "test.describe('Row 8', () => {",
    'it("keeps another\'s text (RELIABILITY row 41)", () => {',
  ])
    assert.equal(namesRow(source), true, source)
  for (const source of [
    "/** RELIABILITY row 7. */\ntest('a clock may differ', () => {",
    "test('the row of a table is 40 px high', () => {",
    "test('rows are drawn', () => {",
  ])
    assert.equal(namesRow(source), false, source)
})

test('a row without a figure is missed by its name and by the issues that name it', () => {
  const wanted = { 2: '1-3', 4: '2 9' }
  assert.deepEqual(missingRows([{ row: 1 }, { row: 9 }, { row: 'lists' }], wanted), [
    'Row 2 has no figure (issue 2, 4)',
    'Row 3 has no figure (issue 2)',
  ])
  assert.deepEqual(
    missingRows(
      rowsOf('1-3 9').map((row) => ({ row })),
      wanted,
    ),
    [],
  )
  assert.ok(missingRows([]).length > 40)
})

test('a figure that does not hold fails by name, and half a line counts for nothing', () => {
  const figures = figuresOf(
    '{"row":1,"ok":true}\n{"row":2,"wanted":"0","reached":"1","ok":false}\n{"row":3,"wan',
    'abc',
  )
  assert.deepEqual(figures[0], { row: 1, ok: true, commit: 'abc' })
  assert.equal(figures.length, 2)
  assert.deepEqual(failedRows(figures), ['Row 2: 0: 1'])
})

test('every test that notes a figure names its row in a title, so that it runs at full scale', () => {
  const sources = [...nodeTests(), ...componentTests()].map((path) => [path, readFileSync(join(root, path), 'utf8')])
  const noting = sources.filter(([, source]) => notesFigure(source))
  assert.ok(noting.length > 10)
  assert.deepEqual(
    noting.filter(([, source]) => !namesRow(source)).map(([path]) => path),
    [],
  )
})
