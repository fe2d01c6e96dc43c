import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, type Random } from '../testing/random.ts'
import { findPattern } from './pattern.ts'

const plenty = () => ({ steps: 1_000_000 })

const PATTERNS = [
  'a',
  'ab|cd',
  '(?:ab)+c',
  'a{2,3}b',
  '^\\w+@[a-z.]+$',
  '[^0-9]x',
  '\\d{2}-\\d*',
  'x?y',
  '(a|b)*c',
  '\\bcat\\b',
  '[\\w.-]+',
  'a.c',
  '^$',
  '(a*)*b',
  '[]a]',
  '[^]',
  'a{,2}',
  '\\x41',
  '\\u0041',
  '(?<n>q)r',
  'e\\.g\\.',
  '[a-c-]',
  '\\Bx',
  '\\sz',
  // Look-around
  '(?=a)b',
  '(?=a)ab',
  '(?!a)b',
  'a(?!b)',
  '^(?=.*\\d)(?=.*-).+$',
  '^(?!.*cat)',
  '^(?:(?!cat).)*$',
  '(?<=a)b',
  '(?<!a)b',
  '(?<=@)[a-z]+(?=\\.test)',
  '(?<=^|-)\\d',
  '(?<=a.)c',
  '(?<=(?:ab)+)c',
  '(?=(a+))a*b\\1',
  '(?=(a+?))\\1b',
  '(?=a)*b',
  '(?<=(?=c)c)a',
  '(?!(?!a))a',
  '(?=(?<=a)b)b',
  // Back references
  '(a)\\1',
  '(a|b)\\1',
  '(?<l>c).*\\k<l>',
  '\\1(a)',
  '(a\\1)b',
  '(?:(a)|b)*\\1c',
  '(?:(a)|(b))+\\2',
  '(z)?\\1a',
  '(a*)*\\1b',
  '(?:(a*)){1,2}\\1b',
  '(?<=\\1(a))b',
  '(?<=(a)\\1)b',
  '(a+)(b+)\\2',
  '(?<!(a)\\1)b',
  '(?!(a))\\1x',
  '(.)(.)\\2\\1',
  '((a)|b)+\\2',
  // Annex B of ECMA-262
  '\\ka',
  '\\p{L}',
  '\\1',
  '(a)\\2',
  '\\101',
  '\\8',
  '\\cJ',
  '\\c!',
  '[\\c]',
  '\\x4',
  '\\u41',
  '[a-\\d]',
  '[\\d-x]',
  'x{',
  '\\a',
  '\\-',
]
const TEXTS = [
  '',
  'a',
  'ab',
  'abababc',
  'aab',
  'ada@acme.test',
  '12-',
  'xy',
  'cat',
  'concat',
  'a\nc',
  'A',
  'qr',
  'e.g.',
  ']',
  '-',
  'ax',
  ' z',
  'a{,2}',
  'aaab',
  'aa',
  'abba',
  'bb',
  'bac',
  'abac',
  'aabb',
  'catconcat',
  'a1-b2',
  'b',
  'x{',
  'ka',
  'p{L}',
  '8',
  '\\c!',
  '\u0001',
  '\u0002',
  'x4',
  'u41',
  '7',
  'aac',
  'aba',
  'ca',
]

for (const pattern of PATTERNS) {
  test(`${pattern} finds what the language's own engine finds`, () => {
    for (const text of TEXTS) {
      assert.equal(
        findPattern(pattern, text, plenty()),
        new RegExp(pattern).test(text) ? 'match' : 'no-match',
        JSON.stringify(text),
      )
    }
  })
}

test('a pattern that is too large is abandoned', () => {
  assert.equal(findPattern('(?:a{2000}){2000}', 'aaaa', plenty()), 'gave-up')
})

test('a pattern that backtracks endlessly is abandoned when its steps are used up', () => {
  const work = plenty()
  assert.equal(findPattern('(?=(a+)+$)b', `${'a'.repeat(60)}!`, work), 'gave-up')
  assert.ok(work.steps > -100)
})

const PIECES = ['a', 'b', 'a', '.', '[ab]', '^', '$', '\\b', '\\w', 'a*', 'b+?', 'a??', '\\1', '\\2', '|', '(?:a|b)*']
const OPENINGS = ['(', '(?:', '(?=', '(?!', '(?<=', '(?<!', '(?<n>']
const ENDS = [')', ')', ')*', ')?', ')+', '){2}', ')*?', '){0,2}']

/** Random pieces with nested groups and look-around. */
const randomPattern = (random: Random, depth = 0): string =>
  Array.from({ length: 1 + random.below(3) }, () => {
    if (depth > 2 || random.chance(0.55)) return random.pick(PIECES)
    return random.pick(OPENINGS) + randomPattern(random, depth + 1) + random.pick(ENDS)
  }).join('')

test('20,000 random patterns with look-around and back references match the same as the language’s own engine', () => {
  const random = createRandom(4)
  let compared = 0
  for (let round = 0; round < 20_000; round += 1) {
    const pattern = randomPattern(random)
    const text = Array.from({ length: random.below(7) }, () => random.pick(['a', 'b', 'a', ' '])).join('')
    let expected: RegExp
    try {
      expected = new RegExp(pattern)
    } catch {
      continue
    }
    const found = findPattern(pattern, text, plenty())
    assert.equal(found, expected.test(text) ? 'match' : 'no-match', `/${pattern}/ in "${text}"`)
    compared += 1
  }
  assert.ok(compared > 10_000, `${compared} patterns compile`)
})

test('a pattern that does not compile matches nothing', () => assert.equal(findPattern('(', 'a', plenty()), 'no-match'))

test('white space has the same meaning as in JavaScript', () => {
  for (let code = 0; code <= 0xffff; code += 1) {
    const text = String.fromCharCode(code)
    assert.equal(findPattern('\\s', text, plenty()) === 'match', /\s/.test(text), `U+${code.toString(16)}`)
  }
})
