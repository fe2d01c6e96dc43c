import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeEmail } from './email.ts'
import { REFUSED_EMAILS } from './testing/refused-emails.test-kit.ts'

const ACCEPTED: readonly [given: string, stored: string][] = [
  ['ada@acme.test', 'ada@acme.test'],
  [' Ada.Byron+tag@Acme.Test\n', 'ada.byron+tag@acme.test'],
  ["o'hara@acme.co.uk", "o'hara@acme.co.uk"],
  ['a@b.co', 'a@b.co'],
  ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
]

for (const [given, stored] of ACCEPTED) {
  test(`${JSON.stringify(given)} is kept as ${stored}`, () => assert.equal(normalizeEmail(given), stored))
}

for (const given of REFUSED_EMAILS) {
  test(`${JSON.stringify(given).slice(0, 60)} is no address`, () => assert.equal(normalizeEmail(given), undefined))
}
