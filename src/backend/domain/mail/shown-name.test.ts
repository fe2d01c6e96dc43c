import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownName, startOfText } from './shown-text.ts'

const cases: readonly [given: string, shown: string][] = [
  ['Ada Lovelace', 'Ada Lovelace'],
  ['Łukasz O’Brien-Żak 李', 'Łukasz O’Brien-Żak 李'],
  ['J.R. Smith', 'J. R. Smith'],
  ['You won! Claim at https://evil.test/prize now', 'You won! Claim at now'],
  ['Visit WWW.evil.test', 'Visit'],
  ['Visit evil.test', 'Visit evil. test'],
  ['Write to eve@evil.test', 'Write to'],
  ['javascript:alert(1)//x', ''],
  ['Ada\r\nBcc: eve', 'Ada Bcc: eve'],
  ['n'.repeat(200), 'n'.repeat(60)],
  ['😀'.repeat(61), '😀'.repeat(60)],
]

for (const [given, shown] of cases) {
  test(`${JSON.stringify(given.slice(0, 40))} is shown as ${JSON.stringify(shown.slice(0, 40))}`, () =>
    assert.equal(shownName(given), shown))
}

test('the start of a string ends with a whole character', () => {
  assert.deepEqual(
    [1, 2, 3, 4].map((length) => startOfText('a😀b', length)),
    ['a', 'a', 'a😀', 'a😀b'],
  )
})
