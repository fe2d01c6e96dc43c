import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { domainToUnicode } from 'node:url'
import { createRandom } from '../testing/random.ts'
import { lettersOf, SCRIPT_NAMES } from './scripts.test-kit.ts'
import { withShownDomains } from './shown-domains.ts'

const DOMAINS = 3_000

describe('Domains in text that is shown', () => {
  it('come back from ASCII as they were written, in twelve scripts', () => {
    for (let at = 0; at < DOMAINS; at += 1) {
      const random = createRandom(at)
      const written = `${lettersOf(random, random.pick(SCRIPT_NAMES))}.example`
      const ascii = new URL(`http://${written}`).hostname
      assert.match(ascii, /^xn--/)
      assert.equal(withShownDomains(`Invited a@${ascii}`), `Invited a@${domainToUnicode(ascii)}`, written)
    }
  })

  it('stay unchanged if they aren’t valid Punycode', () => {
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

  it('stay in ASCII if they could be mistaken for others: mixed alphabets, and letters that look like Latin ones', () => {
    // The domains are аpple with a Cyrillic a, аррӏе all Cyrillic, and a Latin o in a Greek word.
    for (const domain of ['xn--pple-43d.com', 'xn--80ak6aa92e.com', new URL('http://παράδειγμo.gr').hostname])
      assert.equal(withShownDomains(`a@${domain}`), `a@${domain}`)
  })
})
