import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { report } from '../../../prove/report.test-kit.ts'
import { IpRangeError, readConnectionIp, readIpRange } from './ip-range.ts'
import { createIpMatcher } from './ip-rules.ts'

/** IP addresses of connections, as sockets and proxies report them. */
const ADDRESSES = [
  '0.0.0.0',
  '10.0.0.0',
  '10.0.0.1',
  '10.0.0.255',
  '10.0.1.0',
  '10.255.255.255',
  '11.0.0.0',
  '127.0.0.1',
  '203.0.113.8',
  '203.0.113.9',
  '203.0.113.15',
  '255.255.255.255',
  '::ffff:203.0.113.9',
  '::ffff:cb00:7109',
  '::FFFF:10.0.0.1',
  '::',
  '::1',
  '::203.0.113.9',
  '64:ff9b::cb00:7109',
  '2001:db8::',
  '2001:DB8:0:0:0:0:0:1',
  '2001:db8::ffff:ffff:ffff:ffff',
  '2001:db8:0:1::',
  '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db9::',
  'fe80::1%eth0',
  'fe80::2%3',
] as const

/** Each rule with the addresses above that it covers; it must cover no others. */
const RULES: readonly (readonly [rule: string, covered: readonly string[]])[] = [
  ['203.0.113.9', ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109']],
  ['203.0.113.9/32', ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109']],
  ['::ffff:203.0.113.9', ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109']],
  ['::ffff:cb00:7109/128', ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109']],
  ['203.0.113.8/31', ['203.0.113.8', '203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109']],
  ['203.0.113.9/29', ['203.0.113.8', '203.0.113.9', '203.0.113.15', '::ffff:203.0.113.9', '::ffff:cb00:7109']],
  ['::ffff:203.0.113.8/125', ['203.0.113.8', '203.0.113.9', '203.0.113.15', '::ffff:203.0.113.9', '::ffff:cb00:7109']],
  ['10.0.0.0/24', ['10.0.0.0', '10.0.0.1', '10.0.0.255', '::FFFF:10.0.0.1']],
  ['10.0.0.0/8', ['10.0.0.0', '10.0.0.1', '10.0.0.255', '10.0.1.0', '10.255.255.255', '::FFFF:10.0.0.1']],
  ['0.0.0.0', ['0.0.0.0']],
  ['0.0.0.0/0', [...ADDRESSES.slice(0, 15)]],
  ['::', ['::']],
  ['::/0', [...ADDRESSES.slice(15)]],
  ['::1', ['::1']],
  ['::203.0.113.9', ['::203.0.113.9']],
  ['2001:db8::1', ['2001:DB8:0:0:0:0:0:1']],
  ['2001:0DB8:0000::0001/128', ['2001:DB8:0:0:0:0:0:1']],
  ['2001:db8::/127', ['2001:db8::', '2001:DB8:0:0:0:0:0:1']],
  ['2001:db8::/64', ['2001:db8::', '2001:DB8:0:0:0:0:0:1', '2001:db8::ffff:ffff:ffff:ffff']],
  [
    '2001:db8::/32',
    [
      '2001:db8::',
      '2001:DB8:0:0:0:0:0:1',
      '2001:db8::ffff:ffff:ffff:ffff',
      '2001:db8:0:1::',
      '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    ],
  ],
  ['fe80::1', ['fe80::1%eth0']],
  ['fe80::/10', ['fe80::1%eth0', 'fe80::2%3']],
  ['255.255.255.255/32', ['255.255.255.255']],
]

/** Invalid texts, each with a word of its error message. */
const REFUSED: readonly (readonly [text: string, word: RegExp])[] = [
  ['', /valid/],
  ['office', /valid/],
  ['10.0.0', /valid/],
  ['127.1', /valid/],
  ['2130706433', /valid/],
  ['0x7f.0.0.1', /valid/],
  ['0x7f000001', /valid/],
  ['::ffff:0x7f.0.0.1', /valid/],
  ['10.0.0.256', /valid/],
  ['10.0.0.1.2', /valid/],
  ['10.0.0.', /valid/],
  ['１０.0.0.1', /valid/],
  ['1::2::3', /valid/],
  ['12345::', /valid/],
  ['2001:db8', /valid/],
  ['10.0.0.0/', /valid/],
  ['10.0.0.0/x', /valid/],
  ['10.0.0.0/08', /valid/],
  ['/24', /valid/],
  ['010.0.0.1', /leading zeros/],
  ['10.0.0.01', /leading zeros/],
  ['10.0.0.010/32', /leading zeros/],
  ['::ffff:010.0.0.1', /leading zeros/],
  [' 10.0.0.1', /spaces/],
  ['10.0.0.1 ', /spaces/],
  ['10.0. 0.1', /spaces/],
  ['10.0.0.0 /8', /spaces/],
  ['10.0.0.1\n', /spaces/],
  ['10.0.0.1:80', /port/],
  ['[::1]', /port/],
  ['[::1]:443', /port/],
  ['fe80::1%eth0', /zone/],
  ['fe80::1%25eth0', /zone/],
  ['10.0.0.1-10.0.0.9', /CIDR/],
  ['10.0.0.*', /CIDR/],
  ['10.0.0.0/255.0.0.0', /prefix/],
  ['10.0.0.0/8/8', /prefix/],
  ['10.0.0.0/33', /0 to 32/],
  ['::/129', /0 to 128/],
  ['::ffff:10.0.0.0/95', /IPv4/],
]

const covers = (rule: string, address: string): boolean => {
  const read = readConnectionIp(address)
  assert.ok(read, address)
  return createIpMatcher([{ id: 'rule', ip: readIpRange(rule).text }])(read) === 'rule'
}

const isAccepted = (text: string): boolean => {
  try {
    readIpRange(text)
    return true
  } catch {
    return false
  }
}

describe('IP rules', () => {
  it('cover exactly the IP addresses in them', () => {
    const cases = RULES.flatMap(([rule, covered]) =>
      ADDRESSES.map((address) => ({ rule, address, expected: covered.includes(address) })),
    )
    const wrong = cases.filter(({ rule, address, expected }) => covers(rule, address) !== expected)
    const accepted = REFUSED.filter(([text]) => isAccepted(text))
    report({
      row: 54,
      wanted:
        'at least 200 addresses and rules (IPv4, IPv6, CIDR edges, mapped, zones, zeros, hex, spaces, ports): 0 wrong',
      reached: `${cases.length} pairs, ${REFUSED.length} refused forms: ${wrong.length + accepted.length} wrong`,
      ok: wrong.length + accepted.length === 0,
    })
    assert.deepEqual(wrong, [])
    assert.ok(cases.length + REFUSED.length > 600, `${cases.length} cases`)
  })

  it('are refused with advice if other programs could read them differently', () => {
    for (const [text, word] of REFUSED) {
      assert.throws(
        () => readIpRange(text),
        (error) => error instanceof IpRangeError && word.test(error.message),
        text,
      )
    }
  })

  it('have one spelling each', () => {
    const spellings: Record<string, string[]> = {
      '10.0.0.0/8': ['10.0.0.0/8', '10.1.2.3/8', '::ffff:10.0.0.0/104'],
      '10.0.0.1': ['10.0.0.1', '10.0.0.1/32', '::ffff:10.0.0.1', '::FFFF:0A00:0001', '::ffff:10.0.0.1/128'],
      '2001:db8::1': ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', '2001:0db8::0001/128'],
      '2001:db8::/32': ['2001:db8::/32', '2001:db8:1:2:3::/32'],
    }
    for (const [text, same] of Object.entries(spellings)) {
      for (const one of same) assert.equal(readIpRange(one).text, text, one)
    }
  })

  it('return the narrowest of several that cover an IP address', () => {
    const rules = ['10.0.0.0/8', '10.0.0.1', '10.0.0.0/24', '0.0.0.0/0'].map((ip) => ({ id: ip, ip }))
    const match = createIpMatcher(rules)
    const found = ['10.0.0.1', '10.0.0.2', '10.9.9.9', '8.8.8.8'].map((text) => match(readIpRange(text)))
    assert.deepEqual(found, ['10.0.0.1', '10.0.0.0/24', '10.0.0.0/8', '0.0.0.0/0'])
  })

  it('treat a connection without an IP address as unknown', () => {
    for (const text of [undefined, '', 'unix:/run/app.sock', '10.0.0', '0x7f.1']) {
      assert.equal(readConnectionIp(text), undefined)
    }
  })
})
