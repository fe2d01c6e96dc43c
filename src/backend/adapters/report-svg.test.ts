import assert from 'node:assert/strict'
import { it } from 'node:test'
import { DOMParser } from '@xmldom/xmldom'
import { drawReport } from './report-svg.ts'

const REPORT = {
  title: 'Users & <more>',
  subtitle: 'Acme "one"',
  facts: [['Users', '3']],
  tables: [
    { title: 'Members', columns: ['Name', 'Email'], rows: [] as string[][], empty: 'None yet' },
    { title: 'Sign-ins', columns: ['Name', 'Email'], rows: [['Ada', 'ada@acme.test']], empty: '' },
  ],
} as const

const textsOf = (svg: string) => {
  const document = new DOMParser({
    errorHandler: (_level: string, message: string) => assert.fail(message),
  }).parseFromString(svg, 'image/svg+xml')
  return Array.from(document.getElementsByTagName('text'), (node) => ({
    text: node.textContent,
    x: Number(node.getAttribute('x')),
    y: Number(node.getAttribute('y')),
  }))
}

const drawn = async (rows: readonly (readonly string[])[]) => {
  const [first] = REPORT.tables
  const svg = new TextDecoder().decode(await drawReport({ ...REPORT, tables: [{ ...first, rows }] }))
  return { svg, texts: textsOf(svg) }
}

it('A report as an image contains the words of the report as text', async () => {
  const texts = textsOf(new TextDecoder().decode(await drawReport(REPORT)))
  assert.deepEqual(
    texts.map(({ text }) => text),
    // biome-ignore format: the order of the image
    ['Users & <more>', 'Acme "one"', 'Users', '3', 'Members', 'None yet', 'Sign-ins', 'Name', 'Email', 'Ada', 'ada@acme.test'],
  )
})

it('A report as an image wraps long cells, and the next row begins below them', async () => {
  const long = 'word '.repeat(40)
  const { svg, texts } = await drawn([
    [long, '株式会社'.repeat(20)],
    ['x'.repeat(400), '\u0000\ud800 last'],
  ])
  const words = texts.filter(({ text }) => text?.startsWith('word'))
  assert.equal(words.map(({ text }) => text?.trim()).join(' '), long.trim())
  assert.ok(words.length > 3)
  const letters = texts.filter(({ text }) => /^x+$/.test(text ?? ''))
  assert.equal(letters.map(({ text }) => text).join('').length, 300)
  assert.ok(Math.min(...letters.map(({ y }) => y)) > Math.max(...words.map(({ y }) => y)))
  const height = Number(/ height="(\d+)"/.exec(svg)?.[1])
  assert.ok(texts.every(({ y }) => y < height))
  assert.doesNotMatch(svg.trimEnd(), /[\p{Cc}\ufffd]/u)
})
