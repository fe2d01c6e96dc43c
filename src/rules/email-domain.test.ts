import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { normalizeEmail } from './email.ts'
import { domainAndParents, isDomainAccepted, isSharedSuffix, NO_DOMAIN_RULES, normalizeDomain } from './email-domain.ts'

const NORMALIZED: readonly [typed: string, stored: string][] = [
  ['acme.test', 'acme.test'],
  [' ACME.Test\n', 'acme.test'],
  ['acme.test.', 'acme.test'],
  ['@acme.test', 'acme.test'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['BÜCHER.example.', 'xn--bcher-kva.example'],
  ['bu\u0308cher.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['аcme.test', 'xn--cme-5cd.test'],
  ['acme。test', 'acme.test'],
  ['ａｃｍｅ.test', 'acme.test'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ['a.b.c.acme.co.uk', 'a.b.c.acme.co.uk'],
]

const REFUSED: readonly string[] = [
  '',
  ' ',
  '.',
  'acme',
  'localhost',
  '*.acme.test',
  'ada@acme.test',
  '@@acme.test',
  'acme.test/x',
  'acme.test?x',
  'acme.test#x',
  'acme.test:25',
  'http://acme.test',
  'acme..test',
  '.acme.test',
  'acme.test..',
  '-acme.test',
  'acme-.test',
  'acme_x.test',
  'ac me.test',
  'acme.test bob.test',
  'acme%2etest',
  'acme.test\u0000',
  '127.0.0.1',
  '0x7f.1',
  '[::1]',
  'acme.123',
  'xn--.test',
  `${'a'.repeat(64)}.test`,
  `${'a.'.repeat(130)}test`,
]

describe('A domain as a rule stores it', () => {
  for (const [typed, stored] of NORMALIZED) {
    it(`is ${stored} for ${JSON.stringify(typed)}`, () => assert.equal(normalizeDomain(typed), stored))
  }
  for (const typed of REFUSED) {
    it(`doesn't exist for ${JSON.stringify(typed).slice(0, 40)}`, () => assert.equal(normalizeDomain(typed), undefined))
  }
})

describe('The decision on a domain', () => {
  it('looks for rules of the domain and of all above it', () => {
    assert.deepEqual(domainAndParents('eu.acme.test'), ['eu.acme.test', 'acme.test', 'test'])
  })

  it('follows the list type, the public domains, and whether the restrictions are on', () => {
    const decisions = (['ALLOW', 'BLOCK'] as const).flatMap((listType) =>
      [true, false].flatMap((active) =>
        [true, false].flatMap((blockPublicDomains) =>
          [true, false].flatMap((isListed) =>
            [true, false].map((isPublic) => {
              const config = { active, listType, blockPublicDomains }
              const wanted = !active || (!(blockPublicDomains && isPublic) && isListed === (listType === 'ALLOW'))
              return isDomainAccepted({ config, isListed, isPublic }) === wanted
            }),
          ),
        ),
      ),
    )
    assert.deepEqual([decisions.length, decisions.every(Boolean)], [32, true])
    assert.equal(isDomainAccepted({ config: NO_DOMAIN_RULES, isListed: false, isPublic: true }), true)
  })
})

describe('A suffix below which anyone can register', () => {
  it('is distinguished from domains of someone', () => {
    for (const suffix of ['co.uk', 'com.au', 'co.jp', 'org.uk', 'ac.uk', 'com.br', 'gov.in', 'ne.jp', 'gob.mx'])
      assert.equal(isSharedSuffix(suffix), true, suffix)
    for (const domain of ['acme.co.uk', 'acme.test', 'acme.uk', 'com.test', 'co.com', 'company.de', 'uk', ''])
      assert.equal(isSharedSuffix(domain), false, domain)
  })
})

it('reads a domain in capitals in the same way as the domain of an email', () => {
  for (const domain of [
    'STRAẞE.de',
    'STRASSE.de',
    'ΒΌΛΟΣ.gr',
    'acme.ΤΟΛΟΣ',
    'İSTANBUL.tr',
    'IĞDIR.tr',
    'ÉCOLE.fr',
    'ÅBO.fi',
  ])
    assert.equal(normalizeDomain(domain), normalizeEmail(`a@${domain}`)?.slice('a@'.length), domain)
})
