import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type Stripe from 'stripe'
import type { Invoice } from '../../entities/billing.ts'
import { type InvoiceRowKind, invoiceRows } from '../../rules/invoice-rows.ts'
import { moneyFormat } from '../../rules/money.ts'
import { amountDueOf } from '../domain/billing/balance.ts'
import { linesToPay } from '../domain/billing/invoice-lines.ts'
import { toInvoice } from '../domain/billing/shown-billing.ts'
import { printedAmounts } from './invoice-pdf.ts'
import { toPaidInvoice } from './stripe-shapes.ts'

const INVOICES = 10_000
const MAX_LINES = 40

/** Currencies with the step of their amounts: the provider accepts ISK and UGX in whole units, thousandths in tens. */
const CURRENCIES = [
  ...['jpy', 'krw', 'clp', 'vnd', 'xaf', 'mga'].map((code) => [code, 1] as const),
  ...['usd', 'eur', 'huf', 'idr', 'cop', 'pkr', 'inr', 'chf'].map((code) => [code, 1] as const),
  ...['isk', 'ugx'].map((code) => [code, 100] as const),
  ...['kwd', 'bhd', 'jod', 'omr', 'tnd'].map((code) => [code, 10] as const),
]

/** Creates a generator of whole numbers below a bound, the same in each run (xorshift32). */
const createDraw = () => {
  let state = 2_463_534_242
  return (bound: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % bound
  }
}

const draw = createDraw()
const isDrawn = (one: number, of: number): boolean => draw(of) < one
const pick = <Item>(items: readonly Item[]): Item => items[draw(items.length)] as Item
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

interface Line {
  amount: number
  discount: number
  credit: number
  tax: number
}

/** The provider computes a line in this order: discounts of the price, then billing credit, then tax on the rest. */
const lineWith = ({
  step,
  isIncluded,
  basisPoints,
}: {
  step: number
  isIncluded: boolean
  basisPoints: number
}): Line => {
  const rounded = (amount: number) => Math.round(amount / step) * step
  const price = draw(10 ** (1 + draw(7))) * step
  const amount = (isDrawn(1, 8) ? -1 : 1) * price * (1 + draw(50))
  const fixed = Math.min(Math.max(amount, 0), draw(5_000) * step)
  const percentage = rounded((amount * draw(101)) / 100)
  const discount = isDrawn(1, 2) ? 0 : pick([fixed, percentage])
  const credit = isDrawn(1, 6) && amount > discount ? rounded((amount - discount) / 3) : 0
  const taxable = amount - discount - credit
  const share = isIncluded ? basisPoints / (10_000 + basisPoints) : basisPoints / 10_000
  return { amount, discount, credit, tax: rounded(taxable * share) }
}

const drawInvoice = (at: number) => {
  const [currency, step] = pick(CURRENCIES)
  const taxKinds = pick([[], [false], [true], [false, true]] as const)
  const rates = taxKinds.map((isIncluded) => ({ step, isIncluded, basisPoints: draw(2_700) }))
  const groups = (rates.length === 0 ? [{ step, isIncluded: false, basisPoints: 0 }] : rates).map((rate) => ({
    ...rate,
    lines: Array.from({ length: 1 + draw(MAX_LINES) }, () => lineWith(rate)),
  }))
  const lines = groups.flatMap((group) => group.lines)
  const added = sum(
    groups.filter(({ isIncluded }) => !isIncluded).flatMap((group) => group.lines.map(({ tax }) => tax)),
  )
  const total = sum(lines.map(({ amount, discount, credit }) => amount - discount - credit)) + added
  const credited = isDrawn(1, 5) && total > 0 ? draw(total + 1) : 0
  const balance = total < 0 ? -total : -draw(Math.max(1, total - credited + 1))
  const hasBalance = total < 0 || isDrawn(1, 4)
  const owed = isDrawn(1, 20) && total >= 0 ? draw(1_000) * step : 0
  const [before, after] = total < 0 ? [0, total] : [owed || balance, 0]
  return {
    total,
    lines,
    included: sum(groups.filter(({ isIncluded }) => isIncluded).flatMap((group) => group.lines.map(({ tax }) => tax))),
    added,
    balanceUsed: hasBalance ? after - before : 0,
    credited,
    stripe: {
      id: `in_${at}`,
      currency,
      status: pick(['paid', 'open']),
      created: 0,
      status_transitions: { paid_at: null },
      lines: { data: lines.map(({ amount }) => ({ description: 'Seats', amount, quantity: 1 })), has_more: false },
      // Stripe's own subtotal already includes the discounts of single lines.
      subtotal: sum(lines.map(({ amount }) => amount)),
      total_discount_amounts: lines.filter(({ discount }) => discount).map(({ discount: amount }) => ({ amount })),
      total_pretax_credit_amounts: lines.flatMap(({ discount, credit }) => [
        { amount: discount, type: 'discount' },
        { amount: credit, type: 'credit_balance_transaction' },
      ]),
      total_taxes: groups.map((group) => ({
        amount: sum(group.lines.map(({ tax }) => tax)),
        tax_behavior: group.isIncluded ? 'inclusive' : 'exclusive',
      })),
      total,
      starting_balance: hasBalance ? before : 0,
      ending_balance: hasBalance ? after : 0,
      pre_payment_credit_notes_amount: 0,
      post_payment_credit_notes_amount: credited,
    } as unknown as Stripe.Invoice,
  }
}

/** Parses an amount into minor units; it must have all decimals of its currency. */
const read = (text: string): number => Number(text.replace(/[^\d-]/g, ''))

const amountsOf = (rows: readonly { kind: InvoiceRowKind; amount: number }[], kinds: readonly InvoiceRowKind[]) =>
  rows.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount)

describe('10,000 generated invoices', () => {
  it('add up: lines + tax − discount − credit = total, with the same figures in the API, on the page and in the PDF', () => {
    const seen = new Set<InvoiceRowKind>()
    for (let at = 0; at < INVOICES; at += 1) {
      const drawn = drawInvoice(at)
      const paid = toPaidInvoice(drawn.stripe)
      const sent: Invoice = JSON.parse(JSON.stringify(toInvoice(paid)))
      const about = JSON.stringify(sent)
      const { subtotalAmount = Number.NaN, discountAmount = 0, creditAmount = 0, taxAmount = 0 } = sent
      assert.equal(sum(paid.lines.map(({ amount }) => amount)), subtotalAmount, about)
      assert.equal(subtotalAmount - discountAmount - creditAmount + taxAmount, drawn.total, about)
      assert.deepEqual(
        [sent.totalAmount, taxAmount, sent.includedTaxAmount ?? 0, sent.creditedAmount ?? 0, sent.balanceUsed ?? 0],
        [drawn.total, drawn.added, drawn.included, drawn.credited, drawn.balanceUsed].map((amount) => amount || 0),
        about,
      )
      const rows = invoiceRows(sent)
      for (const { kind } of rows) seen.add(kind)
      assert.deepEqual(amountsOf(rows, ['adjustment']), [], about)
      assert.equal(sum(amountsOf(rows, ['subtotal', 'discount', 'credit', 'tax'])), drawn.total, about)
      const settled = amountsOf(rows, ['total', 'creditNotes', 'creditUsed', 'creditGiven', 'owedBefore'])
      for (const rest of amountsOf(rows, ['amountPaid', 'amountDue', 'netAmount'])) assert.equal(sum(settled), rest)
      // The page shows these rows in the same format.
      const money = moneyFormat(sent.currency, 'en-US')
      const { lines, totals } = printedAmounts(paid)
      assert.deepEqual(
        totals.map(([, amount]) => amount),
        rows.map(({ amount }) => money(amount)),
        about,
      )
      assert.equal(sum(lines.map(([, amount]) => read(amount))), read(totals[0]?.[1] ?? ''), about)
      assert.equal(sum(linesToPay(paid).map(({ amount }) => amount)), amountDueOf(paid), about)
    }
    // Every kind of row was tested; an adjustment is a row that the provider has no name for.
    assert.equal(seen.size, 13, [...seen].join(' '))
  })

  it('show a quantity once, whether the vendor or the provider wrote the line', () => {
    const lines = [
      { description: 'Setup', quantity: 1, amount: 1 },
      { description: 'Workshop', quantity: 3, amount: 3 },
      { description: '3 × Seats (at $1.00 / month)', quantity: 3, amount: 3 },
      { description: 'Unused time on 3 × Seats after 1 Jan', quantity: 3, amount: -2 },
      { description: null, quantity: null, amount: 1 },
    ]
    const { stripe } = drawInvoice(0)
    const paid = toPaidInvoice({ ...stripe, lines: { data: lines } } as unknown as Stripe.Invoice)
    assert.deepEqual(
      paid.lines.map(({ description }) => description),
      ['Setup', '3 × Workshop', '3 × Seats (at $1.00 / month)', 'Unused time on 3 × Seats after 1 Jan', ''],
    )
  })

  it('show an unlabeled difference of the provider as an adjustment', () => {
    const sent = { totalAmount: 95, paid: true, subtotalAmount: 100 }
    assert.deepEqual(invoiceRows(sent).slice(-2), [
      { kind: 'adjustment', amount: -5 },
      { kind: 'total', amount: 95 },
    ])
  })

  it('of a backend that sends only the total have a total and the credit that was used', () => {
    assert.deepEqual(invoiceRows({ totalAmount: 100, paid: true }), [{ kind: 'total', amount: 100 }])
    assert.deepEqual(
      invoiceRows({ totalAmount: 100, paid: false, balanceUsed: 40 }).map(({ kind }) => kind),
      ['total', 'creditUsed', 'amountDue'],
    )
  })
})
