import type { DomainRestrictionConfig, ListType } from '../../entities/policies.ts'

export interface DomainCases {
  name: string
  config: DomainRestrictionConfig
  /** Rules as administrators enter them. */
  rules: readonly (readonly [type: ListType, domain: string])[]
  accepted: readonly string[]
  refused: readonly string[]
}

const only = (listType: ListType, blockPublicDomains = false): DomainRestrictionConfig => ({
  active: true,
  listType,
  blockPublicDomains,
})

/** Emails, including look-alikes, and whether an account with these restrictions accepts them. */
export const DOMAIN_CASES: readonly DomainCases[] = [
  {
    name: 'an allow list',
    config: only('ALLOW'),
    rules: [
      ['ALLOW', 'Acme.TEST.'],
      ['ALLOW', 'bücher.example'],
      ['ALLOW', '@eu.globex.example'],
      ['BLOCK', 'acme.test'],
    ],
    accepted: [
      'ann@acme.test',
      'ANN@ACME.TEST',
      ' ann@acme.test\n',
      // The full stop of a Japanese keyboard results in the same domain.
      'ann@acme。test',
      '\u200bann@acme.test\u2060',
      'ann@bücher.example',
      'ann+tag@acme.test',
      'ann@eu.acme.test',
      'ann@a.b.c.acme.test',
      'ann@xn--bcher-kva.example',
      'ann@XN--BCHER-KVA.example',
      'ann@mail.xn--bcher-kva.example',
      'ann@eu.globex.example',
      'ann@x.eu.globex.example',
    ],
    refused: [
      'ann@notacme.test',
      'ann@acme.test.evil.example',
      'ann@acme.tests',
      'ann@acme-test.example',
      'ann@acmetest.example',
      'ann@acme.test.',
      'ann@аcme.test',
      'ann@xn--cme-5cd.test',
      'ann@acme.test@evil.example',
      'acme.test@evil.example',
      'ann+acme.test@evil.example',
      '"ann@acme.test"@evil.example',
      'ann@acme.test%40evil.example',
      'ann@evil.example?@acme.test',
      'ann@evil.example#acme.test',
      'ann@acme.test\u0000.evil.example',
      'ann@bucher.example',
      'ann@xn--bcher-kva.example.evil.test',
      'ann@globex.example',
      'ann@us.globex.example',
      'ann@neu.globex.example',
      'ann@test',
      'ann@gmail.com',
    ],
  },
  {
    name: 'a block list',
    config: only('BLOCK'),
    rules: [
      ['BLOCK', 'evil.example'],
      ['BLOCK', 'münchen.example'],
      ['ALLOW', 'other.example'],
    ],
    accepted: [
      'ann@notevil.example',
      'ann@evil.example.acme.test',
      'ann@evil.examples',
      'ann@munchen.example',
      'evil.example@acme.test',
      'ann+evil.example@acme.test',
      'ann@gmail.com',
    ],
    refused: [
      'ann@evil.example',
      'ANN@EVIL.Example',
      'ann+x@evil.example',
      'ann@mail.evil.example',
      'ann@a.b.evil.example',
      'ann@evil.example.',
      'ann@xn--mnchen-3ya.example',
      'ann@XN--MNCHEN-3YA.EXAMPLE',
    ],
  },
  {
    name: 'public domains blocked',
    config: only('BLOCK', true),
    rules: [],
    accepted: ['ann@acme.test', 'ann@gmail.com.acme.test', 'ann@notgmail.example', 'gmail.com@acme.test'],
    refused: [
      'ann@gmail.com',
      'ANN@GMail.com',
      'ann+work@gmail.com',
      'ann@googlemail.com',
      'ann@outlook.com',
      'ann@yahoo.co.jp',
      'ann@tutanota.com',
    ],
  },
  {
    name: 'public domains blocked and allowed at once',
    config: only('ALLOW', true),
    rules: [
      ['ALLOW', 'gmail.com'],
      ['ALLOW', 'acme.test'],
    ],
    accepted: ['ann@acme.test'],
    refused: ['ann@gmail.com'],
  },
  {
    name: 'an empty allow list',
    config: only('ALLOW'),
    rules: [['BLOCK', 'acme.test']],
    accepted: [],
    refused: ['ann@acme.test'],
  },
  {
    name: 'restrictions turned off',
    config: { active: false, listType: 'ALLOW', blockPublicDomains: true },
    rules: [['ALLOW', 'acme.test']],
    accepted: ['ann@gmail.com', 'ann@other.example'],
    refused: [],
  },
]
