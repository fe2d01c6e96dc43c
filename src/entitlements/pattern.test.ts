import assert from 'node:assert/strict'
import { test } from 'node:test'
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

for (const pattern of ['(a)\\1', '(?=a)b', '(?!a)b', '(?<=a)b', '\\ka', '\\p{L}', '(?:a{2000}){2000}']) {
  test(`${pattern} is given up`, () => assert.equal(findPattern(pattern, 'aaaa', plenty()), 'gave-up'))
}

test('a pattern that does not compile is no match', () => assert.equal(findPattern('(', 'a', plenty()), 'no-match'))

test('white space is what the language calls white space', () => {
  for (let code = 0; code <= 0xffff; code += 1) {
    const text = String.fromCharCode(code)
    assert.equal(findPattern('\\s', text, plenty()) === 'match', /\s/.test(text), `U+${code.toString(16)}`)
  }
})
