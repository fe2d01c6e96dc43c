import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasRightToLeft, visualRuns } from './bidi.ts'

/** Returns a line as it is seen, letter by letter from left to right. */
const seen = (line: string): string =>
  visualRuns(line)
    .map(({ text, isRightToLeft }) => (isRightToLeft ? Array.from(text).reverse().join('') : text))
    .join('')

/** Lines and what the algorithm's reference implementation shows for them. */
const LINES: readonly [line: string, seen: string][] = [
  ['Acme 12-34', 'Acme 12-34'],
  ['שלום עולם 123', '123 םלוע םולש'],
  ['חברה (2020) בע"מ', 'מ"עב (2020) הרבח'],
  ['חברה (ABC) 5', '5 (ABC) הרבח'],
  ['ABC (חברה) 5', 'ABC (הרבח) 5'],
  ['Acme חברה 12-34', 'Acme 12-34 הרבח'],
  ['5 רחוב הרצל, תל אביב', 'ביבא לת ,לצרה בוחר 5'],
  ['شركة محمد (ش.م.م) 12', '12 (م.م.ش) دمحم ةكرش'],
  ['شركة ١٢٣,٤٥ ريال', 'لاير ١٢٣,٤٥ ةكرش'],
  ['מחיר 12.50$ ליחידה', 'הדיחיל 12.50$ ריחמ'],
  ['מע"מ 17%', '17% מ"עמ'],
  ['[אב] «גד»', '«דג» [בא]'],
  ['', ''],
  ['...', '...'],
]

describe('A line with letters from right to left', () => {
  for (const [line, expected] of LINES)
    it(`is seen as ${expected} for ${line}`, () => assert.equal(seen(line), expected))

  it('is distinguished from one without them', () => {
    assert.deepEqual(['Acme', 'חברה', 'شركة', '١٢', 'ไทย', '株', 'שׁ'].map(hasRightToLeft), [
      false,
      true,
      true,
      true,
      false,
      false,
      true,
    ])
  })
})
