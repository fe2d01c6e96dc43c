import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { currencyDigits, formatMoney, toDecimal } from './money.ts'

/** Currencies by the number of decimals that the payment provider uses, whatever the browser's data is. */
const CURRENCIES: Readonly<Record<number, string>> = {
  0: 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf',
  2: 'usd eur gbp sek nok dkk pln chf cad aud inr isk ugx huf idr cop pkr rsd all amd twd crc lak mmk mur tzs uzs yer afn',
  3: 'bhd jod kwd omr tnd',
}

/** Generates amounts of every length, the same in each run (xorshift32). */
const amounts = function* (count: number) {
  let state = 2_463_534_242
  for (let at = 0; at < count; at += 1) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const size = 10 ** ((state >>> 0) % 15)
    yield Math.trunc((state / 2_147_483_648) * size)
  }
}

describe('An amount in minor units', () => {
  for (const [digits, codes] of Object.entries(CURRENCIES)) {
    for (const code of codes.split(' ')) {
      it(`is written and read back exactly in ${code}`, () => {
        assert.equal(currencyDigits(code), Number(digits))
        for (const amount of amounts(1_500)) {
          const text = toDecimal(amount, code)
          assert.equal(text.split('.')[1]?.length ?? 0, Number(digits))
          assert.equal(Number(text.replace('.', '')) || 0, amount || 0)
        }
      })

      it(`is shown exactly in ${code}`, () => {
        for (const amount of amounts(200)) {
          const shown = formatMoney(amount, code, 'en-US')
          const read = shown.replace(/[^\d.]/g, '').replace(/^\.+|\.+$/g, '')
          assert.equal(read, toDecimal(amount, code).replace('-', ''), `${amount} ${code}: ${shown}`)
          assert.equal(/[-−]/.test(shown), amount < 0)
        }
      })
    }
  }

  it('is written in the format of the language', () => {
    assert.equal(formatMoney(123456, 'usd', 'en-US'), '$1,234.56')
    assert.equal(formatMoney(123456, 'eur', 'de-DE').replace(/\s/g, ' '), '1.234,56 €')
    assert.equal(formatMoney(9007199254740991, 'usd', 'en-US'), '$90,071,992,547,409.91')
  })

  it('is shown in an unknown currency', () => {
    assert.equal(formatMoney(4900, '??', 'en-US'), '49.00 ??')
    assert.equal(formatMoney(123456789, 'usdc', 'en-US'), '1,234,567.89 USDC')
    assert.equal(formatMoney(-123456789, 'usdc', 'de-DE'), '-1.234.567,89 USDC')
  })

  it('has no sign when nothing is left of it', () => {
    assert.equal(formatMoney(-0.4, 'jpy', 'en-US'), '¥0')
    assert.equal(formatMoney(-0.4, 'usd', 'en-US'), '$0.00')
    assert.equal(formatMoney(-0, 'usd', 'en-US'), '$0.00')
    assert.equal(toDecimal(-0.4, 'jpy'), '0')
  })

  it('is shown as a dash if it isn’t a number', () => {
    for (const amount of [Number.NaN, Number.POSITIVE_INFINITY]) assert.equal(formatMoney(amount, 'usd', 'en-US'), '–')
    assert.equal(formatMoney(Number.NaN, 'usdc', 'en-US'), '– USDC')
    assert.equal(toDecimal(Number.NaN, 'usd'), '–')
  })

  it('is written without an exponent, however large', () => {
    assert.equal(formatMoney(1e21, 'jpy', 'en-US'), '¥1,000,000,000,000,000,000,000')
  })
})
