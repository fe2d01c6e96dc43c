import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type Stripe from 'stripe'
import { currencyDigits, formatMoney, moneyFormat } from '../../rules/money.ts'
import { printedAmounts } from '../adapters/invoice-pdf.ts'
import { toPaidInvoice } from '../adapters/stripe-shapes.ts'
import { isWhole, report, scaled } from './report.test-kit.ts'

/** Currencies by the number of decimals that the payment provider uses. */
const CURRENCIES: Readonly<Record<number, string>> = {
  0: 'jpy krw clp vnd xaf xof pyg rwf djf gnf kmf bif mga',
  2: 'usd eur gbp sek nok dkk pln chf cad aud inr isk ugx',
  3: 'kwd bhd jod omr',
}
const AMOUNTS = isWhole ? 1_000_000 : scaled(200_000)
const LINES = 40
const PER_INVOICE = 50
/** Keeps the sums of an invoice below `Number.MAX_SAFE_INTEGER`. */
const MAX_DIGITS = 14

/** Creates amounts of every length, the same in each run (xorshift32). */
const createAmounts = (): (() => number) => {
  let state = 2_463_534_242
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  return () => {
    const size = 10 ** (next() % (MAX_DIGITS + 1))
    const amount = Math.floor((next() / 2 ** 32) * size)
    // Credits are negative.
    return next() % 3 === 0 ? -amount || 0 : amount
  }
}

const grouped = (digits: string): string => {
  const first = digits.length % 3
  const groups = first === 0 ? [] : [digits.slice(0, first)]
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3))
  return groups.join(',')
}

/** Creates the expected American English format of amounts, with integer arithmetic only. */
const createExpected = (code: string, digits: number) => {
  const symbol = formatMoney(0, code, 'en-US').replace(/0(\.0+)?$/, '')
  const unit = 10n ** BigInt(digits)
  return (amount: bigint): string => {
    const size = amount < 0n ? -amount : amount
    const fraction = digits === 0 ? '' : `.${String(size % unit).padStart(digits, '0')}`
    return `${amount < 0n ? '-' : ''}${symbol}${grouped(String(size / unit))}${fraction}`
  }
}

interface Amounts {
  lines: bigint[]
  taxes: bigint[]
  credited: bigint
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
const subtotalOf = ({ lines }: Amounts): bigint => sum(lines)
const totalOf = (amounts: Amounts): bigint => sum(amounts.lines) + sum(amounts.taxes)

/** Builds an invoice as the provider sends it, with only the fields that concern money. */
const invoiceOf = (currency: string, amounts: Amounts) =>
  toPaidInvoice({
    id: 'in_1',
    currency,
    lines: { data: amounts.lines.map((amount) => ({ description: '', amount: Number(amount) })) },
    subtotal: Number(subtotalOf(amounts)),
    total_taxes: amounts.taxes.map((amount) => ({ amount: Number(amount) })),
    total: Number(totalOf(amounts)),
    post_payment_credit_notes_amount: Number(amounts.credited),
    pre_payment_credit_notes_amount: 0,
    status_transitions: { paid_at: 0 },
  } as unknown as Stripe.Invoice)

const expectedTexts = (amounts: Amounts, expected: (amount: bigint) => string): string[] => [
  ...amounts.lines.map(expected),
  expected(subtotalOf(amounts)),
  expected(sum(amounts.taxes)),
  expected(totalOf(amounts)),
  ...(amounts.credited > 0n ? [expected(-amounts.credited)] : []),
  ...(amounts.credited > 0n && totalOf(amounts) >= 0n ? [expected(totalOf(amounts) - amounts.credited)] : []),
]

const tally = { amounts: 0, currencies: 0, displayed: 0, printed: 0 }

const proveCurrency = (code: string, digits: number): void => {
  assert.equal(currencyDigits(code), digits)
  const show = moneyFormat(code, 'en-US')
  const expected = createExpected(code, digits)
  const nextAmount = createAmounts()
  for (let at = 0; at < AMOUNTS; at += PER_INVOICE) {
    const drawn = Array.from({ length: PER_INVOICE }, nextAmount)
    for (const amount of drawn) if (show(amount) !== expected(BigInt(amount))) tally.displayed++
    const whole = drawn.map(BigInt)
    const [first = 0n] = whole
    const credited = (at / PER_INVOICE) % 2 && first > 0n ? first / 2n : 0n
    const amounts = { lines: whole.slice(0, LINES), taxes: whole.slice(LINES), credited }
    const { lines, totals } = printedAmounts(invoiceOf(code, amounts))
    const texts = [...lines, ...totals].map(([, amount]) => amount)
    if (texts.join(' ') !== expectedTexts(amounts, expected).join(' ')) tally.printed++
    tally.amounts += PER_INVOICE
  }
  tally.currencies++
}

describe('Amounts of money', () => {
  it('are displayed, summed and printed on invoices exactly as in integer arithmetic', () => {
    for (const [digits, codes] of Object.entries(CURRENCIES))
      for (const code of codes.split(' ')) proveCurrency(code, Number(digits))
    const { amounts, currencies, displayed, printed } = tally
    report({
      row: 59,
      wanted: '1,000,000 amounts in each of 30 currencies: 0 differ from integer arithmetic, displayed or printed',
      reached: `${amounts} amounts, ${currencies} currencies: ${displayed} displayed and ${printed} invoices differ`,
      ok: currencies === 30 && displayed + printed === 0,
    })
    assert.deepEqual([currencies, displayed, printed], [30, 0, 0])
  })

  it('are written the same one by one', () => {
    const show = moneyFormat('kwd', 'de-DE')
    for (const amount of [0, 1, -1, 1_234_567, Number.MAX_SAFE_INTEGER])
      assert.equal(show(amount), formatMoney(amount, 'kwd', 'de-DE'))
  })
})
