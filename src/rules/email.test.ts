import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeEmail } from './email.ts'
import { isEmailAllowed, NO_DOMAIN_RULES } from './email-domain.ts'

const ACCEPTED: readonly [given: string, stored: string][] = [
  ['ada@acme.test', 'ada@acme.test'],
  [' Ada.Byron+tag@Acme.Test\n', 'ada.byron+tag@acme.test'],
  ["o'hara@acme.co.uk", "o'hara@acme.co.uk"],
  ['a@b.co', 'a@b.co'],
  ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
]

/** RELIABILITY row 44. */
const REFUSED = [
  '',
  ' ',
  'plain',
  '@acme.test',
  'ada@',
  'ada@@acme.test',
  'ada@acme@test',
  'ada@localhost',
  'ada@acme..test',
  'ada@.acme.test',
  'ada@acme.test.',
  'ada@-acme.test',
  'ada@acme-.test',
  'ada@acme_x.test',
  'ada@127.0.0.1',
  'ada@[127.0.0.1]',
  'ada@[IPv6:::1]',
  '.ada@acme.test',
  'ada.@acme.test',
  'a..b@acme.test',
  'ada byron@acme.test',
  'ada@acme .test',
  '"ada"@acme.test',
  '"ada byron"@acme.test',
  'ada@acme.test, bob@evil.test',
  'ada@acme.test;bob@evil.test',
  'ada@acme.test bob@evil.test',
  'ada@acme.test\r\nBcc: bob@evil.test',
  'ada@acme.test\nBcc: bob@evil.test',
  'ada\r@acme.test',
  'ada\u0000@acme.test',
  'ada@acme.test\u0000.evil.test',
  'Ada <ada@acme.test>',
  '<ada@acme.test>',
  'ada(comment)@acme.test',
  'ada@acme.test(comment)',
  'mailto:ada@acme.test',
  'ada@acme.test?bcc=bob@evil.test',
  'ada%40evil.test',
  'ada@acme.test%0aBcc:bob',
  'ada@acme.test/x',
  'ada@acme.test#x',
  'ada@acme.test:25',
  '@acme.test:ada@evil.test',
  'ada\\@acme.test',
  'adа@acme.test',
  'ada@аcme.test',
  'ada＠acme.test',
  'ada@acme。test',
  'ada\u200b@acme.test',
  'ada@acme.test\u2028x',
  'äda@acme.test',
  'ada@äcme.test',
  `${'a'.repeat(65)}@acme.test`,
  `ada@${'a'.repeat(64)}.test`,
  `ada@${'a.'.repeat(125)}test`,
]

for (const [given, stored] of ACCEPTED) {
  test(`${JSON.stringify(given)} is kept as ${stored}`, () => assert.equal(normalizeEmail(given), stored))
}

for (const given of REFUSED) {
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
