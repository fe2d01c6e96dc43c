import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeEmail } from './email.ts'
import { isEmailAllowed, NO_DOMAIN_RULES } from './email-domain.ts'
import { REFUSED_ADDRESSES } from './testing/addresses.test-kit.ts'

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

for (const given of REFUSED_ADDRESSES) {
  test(`${JSON.stringify(given).slice(0, 60)} is no address`, () => assert.equal(normalizeEmail(given), undefined))
}

test('Domain lists admit or keep out a domain and all below it', () => {
  const rules = { active: true, blockPublicDomains: true, domains: [{ domain: 'Acme.test', type: 'ALLOW' as const }] }
  const allow = { ...rules, listType: 'ALLOW' as const }
  assert.equal(isEmailAllowed('a@acme.test', allow), true)
  assert.equal(isEmailAllowed('a@eu.acme.test', allow), true)
  assert.equal(isEmailAllowed('a@notacme.test', allow), false)
  const block = { ...rules, listType: 'BLOCK' as const, domains: [{ domain: 'acme.test', type: 'BLOCK' as const }] }
  assert.equal(isEmailAllowed('a@acme.test', block), false)
  assert.equal(isEmailAllowed('a@other.test', block), true)
  assert.equal(isEmailAllowed('a@gmail.com', block), false)
  assert.equal(isEmailAllowed('a@gmail.com', NO_DOMAIN_RULES), true)
})
