import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Papa from 'papaparse'
import { report } from '../backend/prove/report.test-kit.ts'
import { escapeFormula, isActiveCell, toCsv, unescapeFormula } from './csv.ts'

const SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '|', '%']
const FORMULAS = [
  '1+1',
  "cmd|' /C calc'!A0",
  'HYPERLINK("http://x.test","a")',
  'SUM(A1:A2)',
  '"quoted"',
  '\r\nnext line',
]
const LEADS = ['', ' ', '\u00a0', '\u200b']
const HARMLESS = [
  'Ada Lovelace',
  "O'Brien",
  "'quoted'",
  'a,b;c',
  'a "b" c',
  'line\nbreak',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)',
  'ａｄａ',
  '12',
  '',
  'x=1',
  "''",
]

/** 78 formulas, the same ones after white space, and cells that users really write. */
const CELLS = [
  ...SIGNS.flatMap((sign) => FORMULAS.map((formula) => sign + formula)),
  ...LEADS.slice(1).flatMap((lead) => SIGNS.flatMap((sign) => [`${lead}${sign}1`, `${lead}${sign}A1`])),
  ...SIGNS.map((sign) => `'${sign}already shielded`),
  ...HARMLESS,
  ...HARMLESS.map((text) => `${text}${text}`),
  ...SIGNS.map((sign) => `${sign}"inner ""quotes"""`),
].slice(0, 200)

/** Mimics a spreadsheet: strips invisible characters, then checks the first character. */
const runs = (cell: string): boolean => /^[=+\-@＝＋－＠|%]/.test(cell.replace(/^[\s\p{Cc}\u200b]+/u, ''))

describe('Cells of an export', () => {
  it('never run in a spreadsheet, and come back as they were', () => {
    assert.equal(CELLS.length, 200)
    const text = toCsv(CELLS.map((cell, at) => [String(at), cell]))
    const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: true })
    assert.deepEqual(errors, [])
    const read = data.map(([, cell = '']) => cell)
    const active = read.filter((cell) => runs(cell) || isActiveCell(cell)).length
    const changed = read.filter((cell, at) => unescapeFormula(cell) !== CELLS[at]).length
    const unreadable = read.filter((cell, at) => !cell.endsWith(CELLS[at] ?? '')).length
    report({
      row: 41,
      wanted: '200 cells: 0 active after parsing, all readable, all round-trip',
      reached: `${active} active, ${unreadable} unreadable, ${changed} changed`,
      ok: active + changed + unreadable === 0,
    })
    assert.deepEqual([active, changed, unreadable], [0, 0, 0])
  })

  it('that no spreadsheet would run stay unchanged', () => {
    for (const cell of HARMLESS.filter((text) => text !== '')) assert.equal(escapeFormula(cell), cell)
  })
})
