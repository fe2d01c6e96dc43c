import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copiedEmail, hasForeignLocalPart, normalizeEmail } from './email.ts'
import { REFUSED_EMAILS } from './testing/refused-emails.test-kit.ts'
import { unambiguousEmail } from './unambiguous-email.ts'

const ACCEPTED: readonly [given: string, stored: string][] = [
  ['ada@acme.test', 'ada@acme.test'],
  [' Ada.Byron+tag@Acme.Test\n', 'ada.byron+tag@acme.test'],
  ["o'hara@acme.co.uk", "o'hara@acme.co.uk"],
  ['a@b.co', 'a@b.co'],
  ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ['info@dömäin.test', 'info@xn--dmin-moa0i.test'],
  ['Info@BÜCHER.example', 'info@xn--bcher-kva.example'],
  ['a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ['a@مثال.إختبار', 'a@xn--mgbh0fb.xn--kgbechtv'],
  ['a@उदाहरण.परीक्षा', 'a@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
  // Characters between letters that their scripts need.
  ['a@نامه\u200cای.test', 'a@xn--mgba3gch31f060k.test'],
  ['a@paral·lel.test', 'a@xn--parallel-koa.test'],
  ['a@カ・キ.test', 'a@xn--lcke7u.test'],
  ['ada@acme。test', 'ada@acme.test'],
  ['ada@ａｃｍｅ.test', 'ada@acme.test'],
  ['ada＠acme.test', 'ada@acme.test'],
  ['ＡＤＡ．Byron＋ｔａｇ＠ａｃｍｅ．ｔｅｓｔ', 'ada.byron+tag@acme.test'],
  ['ada@acme｡test', 'ada@acme.test'],
  ['info＠例え。テスト', 'info@xn--r8jz45g.xn--zckzah'],
  ['mailto：ada＠acme.test？subject=Hi', 'ada@acme.test'],
  // A look-alike is a different domain.
  ['ada@аcme.test', 'ada@xn--cme-5cd.test'],
  ['mailto:ada@acme.test', 'ada@acme.test'],
  ['MAILTO:ada@acme.test?subject=Hi&body=x', 'ada@acme.test'],
  ['mailto://ada@acme.test', 'ada@acme.test'],
  ['mailto:ada%40acme.test', 'ada@acme.test'],
  ['SMTP:ada@acme.test', 'ada@acme.test'],
  [' smtp:Ada.Byron@Acme.test ', 'ada.byron@acme.test'],
  ['mailto:ada%2Btag@acme.test?cc=b@acme.test', 'ada+tag@acme.test'],
  ...[
    '\u3164',
    '\u2800',
    '\u115f',
    '\ufe0f',
    '\u034f',
    '\u2063',
    '\u200b',
    '\u2060',
    '\u00ad',
    '\u2068',
    '\u2069',
    '\ufeff',
    '\u00a0',
    '\u3000',
    '\u200e',
    '\t',
  ].flatMap((hidden): [string, string][] => [
    [`${hidden}ada@acme.test`, 'ada@acme.test'],
    [`ada@acme.test${hidden} ${hidden}`, 'ada@acme.test'],
    [`${hidden}mailto:${hidden}ada@acme.test${hidden}`, 'ada@acme.test'],
  ]),
]

for (const [given, stored] of ACCEPTED) {
  test(`${JSON.stringify(given)} is kept as ${stored}`, () => assert.equal(normalizeEmail(given), stored))
}

for (const given of REFUSED_EMAILS) {
  test(`${JSON.stringify(given).slice(0, 60)} is not an email`, () => assert.equal(normalizeEmail(given), undefined))
}

test('only emails that would be valid with ASCII letters before the @ are reported for other letters there', () => {
  for (const email of [
    'jörg@acme.test',
    '\u212aim@acme.test',
    'আ@acme.test',
    '用户@例え.テスト',
    ' mailto:andré@acme.test',
  ])
    assert.equal(hasForeignLocalPart(email), true, email)
  for (const email of ['jorg@acme.test', 'jörg@localhost', 'jörg', 'jörg@', 'jö rg@acme.test', 'jörg@acme@test', ''])
    assert.equal(hasForeignLocalPart(email), false, email)
})

test('the email of one copied recipient is read, and no recipient is chosen from several', () => {
  for (const copied of [
    '<ada@acme.test>',
    'Ada Byron <ada@acme.test>',
    '"Byron, Ada" <ada@acme.test>, ',
    'ada@acme.test,',
    'ada@acme.test; ',
    'ada@acme.test、',
    'ada@acme.test\u200b,\u200b',
    '<mailto:ada@acme.test>',
    'mailto:ada@acme.test;',
    'アダ＜ada＠acme．test＞；',
    '阿达 <ada@acme。test>，',
    'Ада <ada@acme.test>;',
    'ada@acme.test <ada@acme.test>',
    'ada@acme.test<ada@acme.test>',
    '"ada@acme.test" <ada@acme.test>, ',
    "'ada@acme.test' <ada@acme.test>;",
    'أدا <ada@acme.test>',
    'ada@acme.test<mailto:ada@acme.test>',
    'ada@acme.test <mailto:ada@acme.test>; ',
    'Ada Byron<mailto:ada@acme.test>',
    'ada@acme.test.',
    'ada@acme。test。',
    'Ada <ada@acme.test>.',
    '"ada@acme.test",',
    "'ada@acme.test'",
    '“ada@acme.test”',
    '„ada@acme.test“.',
    '«ada@acme.test»',
    '(ada@acme.test)',
    '[mailto:ada@acme.test]',
    '("“ada@acme.test”")',
    'Ada (ada@acme.test)',
    'Byron, Ada (ada@acme.test);',
    'Ada (Sales) (ada@acme.test)',
    'Ada [ada@acme.test]',
    'Ada [mailto:ada@acme.test]',
    'Ada Byron [mailto:ada@acme.test?subject=Hi] ',
    'Ada Byron(mailto:ada@acme.test),',
    'ada@acme.test (ada@acme.test)',
    'ada@acme.test [mailto:ada@acme.test]',
    '[ada@acme.test](mailto:ada@acme.test)',
    '[Ada Byron](mailto:ada@acme.test).',
    '阿达（ada@acme.test）',
    'アダ【ada@acme.test】',
    'ada\u200b@acme\u00ad.test',
    'a\u2060da@ac\ufeffme.test\u200b',
    '\u2068Ada\u2069 <\u202aada@\u200eacme.test\u202c>',
  ])
    assert.equal(copiedEmail(copied), 'ada@acme.test', copied)
  for (const text of [
    '> ada@acme.test',
    'ada@acme.test<',
    'ada@acme.test> wrote:',
    'Ada <>',
    'Ada (work)',
    'ada@acme.test (new)',
    'Ada Byron <ada@acme.test> (work)',
    'Ada (ada@acme.test',
    'ada@acme.test (Ada) bo@acme.test',
    'ada@acme.test, bo@acme.test',
    'ada@acme.test Bo <bo@other.test>',
    'Ada <ada@acme.test>, bo@other.test',
    'Ada <ada@acme.test>, Bo <bo@acme.test>',
    'bo@acme.test <ada@acme.test>',
    'ada@acme.test <ada@acme.test.example>',
    'xada@acme.test <ada@acme.test>',
    'bo@acme.test, ada@acme.test <ada@acme.test>',
    '<ada@acme.test> <bo@other.test>',
    'bo@acme.test<mailto:ada@acme.test>',
    '"ada@acme.test","bo@acme.test"',
    '(ada@acme.test',
    "'ada@acme.test",
    `""""ada@acme.test""""`,
    `""""ada@acme.test"`,
    `"ada@acme.test""""`,
    `${'"'.repeat(330)}@${'"'.repeat(330)}`,
  ])
    assert.equal(copiedEmail(text), text)
  for (const text of [
    'bo@acme.test (ada@acme.test)',
    'Ada (ada@acme.test) (bo@acme.test)',
    'Ada <ada@acme.test> (bo@acme.test)',
    '[bo@acme.test](mailto:ada@acme.test)',
    '[Ada](https://ada@acme.test)',
    'a\u200cda@acme.test',
    'ada\u2028@acme.test',
  ])
    assert.equal(normalizeEmail(copiedEmail(text)), undefined, text)
  assert.equal(copiedEmail('Ada@Acme.test <ada@acme.test>'), 'ada@acme.test')
})

test('text of more than 1,000 characters isn’t an email, because trimming it could take seconds', () => {
  for (const filler of [' ', ',', '\u200b']) {
    const [fitting, long] = [987, 988].map((count) => `ada@acme.test${filler.repeat(count)}`)
    assert.equal(copiedEmail(fitting ?? ''), 'ada@acme.test')
    assert.equal(copiedEmail(long ?? ''), long)
    assert.equal(normalizeEmail(long ?? ''), undefined)
  }
})

test('an email of an identity provider is kept as sent, unless it could be that of another mailbox', () => {
  for (const email of [
    'ada@acme.test',
    ' Ada@ACME.test ',
    '\u200b\u00a0ada@acme.test\u2060',
    'MAILTO:\u200bada@acme.test?subject=Hi',
    'smtp:ada@acme.test',
    '\uff41da\uff20acme.test',
    'info@B\u00fccher.example',
    'ada',
    '',
    undefined,
  ])
    assert.equal(unambiguousEmail(email), email)
  for (const email of [
    'mailto:ada%40acme.test?@evil.test',
    'mailto:ada\uff0540acme.test?\uff20evil.test',
    'mailto:%61da@acme.test',
    'smtp:ada@acme.test?@evil.test',
    'mailto:ada@acme.test?cc=@evil.test',
    'mailto:ada%40acme.test',
  ])
    assert.equal(unambiguousEmail(email), undefined, email)
})
