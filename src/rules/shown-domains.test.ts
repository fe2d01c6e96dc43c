import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { domainToUnicode } from 'node:url'
import { createRandom } from '../testing/random.ts'
import { withShownDomains } from './shown-domains.ts'

/** Letters of twelve ways of writing that look like no Latin ones and that IDNA doesn't fold. */
const SCRIPTS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  Latin: [0xe0, 0xf6],
  Cyrillic: [0x436, 0x438],
  Greek: [0x3b2, 0x3b6],
  Armenian: [0x561, 0x580],
  Georgian: [0x10d0, 0x10f0],
  Hebrew: [0x5d0, 0x5ea],
  Arabic: [0x628, 0x63a],
  Devanagari: [0x915, 0x939],
  Thai: [0xe01, 0xe2e],
  Hiragana: [0x3041, 0x3093],
  Han: [0x4e00, 0x9fa5],
  Hangul: [0xac00, 0xd7a3],
}
const DOMAINS = 3_000

describe('Domains in a text that is shown', () => {
  it('come back from ASCII as they were written, in twelve scripts', () => {
    for (let at = 0; at < DOMAINS; at += 1) {
      const { below, pick } = createRandom(at)
      const [from, to] = SCRIPTS[pick(Object.keys(SCRIPTS))] ?? [0, 0]
      const letters = Array.from({ length: 2 + below(20) }, () => from + below(to - from + 1))
      const written = `${String.fromCodePoint(...letters)}.example`
      const ascii = new URL(`http://${written}`).hostname
      assert.match(ascii, /^xn--/)
      assert.equal(withShownDomains(`Invited a@${ascii}`), `Invited a@${domainToUnicode(ascii)}`, written)
    }
  })

  it('stay as they are where they are no Punycode, whatever it is', () => {
    for (let at = 0; at < DOMAINS; at += 1) {
      const { below, pick } = createRandom(at)
      const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789-']
      const ascii = `xn--${Array.from({ length: 1 + below(30) }, () => pick(letters)).join('')}.example`
      const shown = withShownDomains(ascii)
      assert.ok(shown === ascii || shown === domainToUnicode(ascii), ascii)
    }
  })

  it('have the letters of their script, in emails and by themselves', () => {
    for (const [text, shown] of [
      ['Invited info@xn--bcher-kva.example', 'Invited info@bücher.example'],
      ['From a@xn--bcher-kva.example to B@mail.XN--E1AFMKFD.xn--p1ai.', 'From a@bücher.example to B@mail.пример.рф.'],
      ['Added xn--fsqu00a.xn--0zwm56d to the allow list', 'Added 例子.测试 to the allow list'],
      ['a@xn--8ws00zhy3a.com, b@xn--r8jz45g.jp', 'a@詹姆斯.com, b@例え.jp'],
      ['<a@xn--hxajbheg2az3al.gr>', '<a@παράδειγμα.gr>'],
      [`a@${new URL('http://موقع.مصر').hostname}`, 'a@موقع.مصر'],
    ] as const)
      assert.equal(withShownDomains(text), shown)
  })

  it('stay in ASCII where they are the host of a URL, or none', () => {
    for (const text of [
      'https://xn--bcher-kva.example/a?b=c@d.test',
      'https://app.xn--bcher-kva.example:8443/',
      'a@xn--.example',
      'a@xn--99999999.example',
      'a@acme.test',
      `a@${'xn--'.repeat(100)}.example`,
      '',
    ])
      assert.equal(withShownDomains(text), text)
  })

  it('stay in ASCII where they could pass for others: mixed alphabets, and letters that look like Latin ones', () => {
    // аpple with a Cyrillic a, аррӏе all Cyrillic, and a Latin o in a Greek word.
    for (const domain of ['xn--pple-43d.com', 'xn--80ak6aa92e.com', new URL('http://παράδειγμo.gr').hostname])
      assert.equal(withShownDomains(`a@${domain}`), `a@${domain}`)
  })
})
