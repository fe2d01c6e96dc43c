import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutInvisibleEnds } from './pasted-text.ts'

const BLANKS = [
  '',
  ' ',
  '\t\n',
  '\u00a0',
  '\ufeff',
  '\u200b',
  '\u2060',
  '\u200e',
  '\u202e',
  '\u2069',
  '\u3164',
  '\u2800',
]

test('spaces, byte order marks and direction marks around a text are removed, and those inside it stay', () => {
  for (const before of BLANKS)
    for (const after of BLANKS)
      for (const text of ['Admins', 'Admins \u200b and\u200d\u202a more', 'إدارة', '管理'])
        assert.equal(withoutInvisibleEnds(`${before}${after}${text}${after}${before}`), text)
})

test('invisible characters that belong to the last emoji or letter stay', () => {
  const england = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'
  for (const text of ['Team \u2764\ufe0f', `Team ${england}`, '1\ufe0f\u20e3', '葛\u{e0100}', 'می\u200c'])
    for (const after of BLANKS) {
      assert.equal(withoutInvisibleEnds(`${text}${after}`), text)
      assert.equal(withoutInvisibleEnds(`${text}${after} \ufe0f\u200d\u{e007f}`), text)
    }
})

test('invisible characters after ASCII are removed', () => {
  for (const hidden of ['\ufe0f', '\u200d', '\u200c\u200d', '\u{e0067}', '\u{e0100} \ufe0f'])
    assert.equal(withoutInvisibleEnds(`${hidden}Admins${hidden}`), 'Admins')
})

test('nothing is left of a text without visible characters', () => {
  for (const text of ['', ' ', '\u200b\u200d', '\ufe0f', '\u{e0067}\u3164'])
    assert.equal(withoutInvisibleEnds(text), '')
})

// A pattern for the end would need as many steps as the square of this length.
test('a text of a million blanks between two letters stays', () => {
  const text = `a${' '.repeat(1_000_000)}b`
  assert.equal(withoutInvisibleEnds(` ${text} `), text)
})

test('half of a surrogate pair stays', () => {
  for (const text of ['a\ud83d', '\ude00', '\ude00\ude00', '\ud83d\ude00'])
    assert.equal(withoutInvisibleEnds(` ${text} `), text)
})
