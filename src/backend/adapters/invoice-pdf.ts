import type { Address } from '../../entities/billing.ts'
import { moneyFormat } from '../../rules/money.ts'
import { amountDueOf } from '../domain/billing/balance.ts'
import type { PaidInvoice, PrintedInvoice } from '../payment-ports.ts'
import { MARGIN, type Pdf, printPdf, rule, widthOf } from './pdf-document.ts'

const AMOUNT_WIDTH = 120
const LANGUAGE = 'en-US'

const addressLines = (address: Address): string[] =>
  [
    address.addressLine1,
    address.addressLine2,
    [address.postalCode, address.city].filter(Boolean).join(' '),
    [address.state, address.country].filter(Boolean).join(', '),
  ].filter((line): line is string => Boolean(line))

const dateOf = (time: number): string =>
  new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long', timeZone: 'UTC' }).format(time)

/** A description on the left, its amount on the right; a long description wraps. */
const row = (document: Pdf, label: string, amount: string): void => {
  const top = document.y
  const left = widthOf(document) - AMOUNT_WIDTH
  document.text(amount, MARGIN + left, top, { width: AMOUNT_WIDTH, align: 'right' })
  document.text(label, MARGIN, top, { width: left })
  document.moveDown(0.4)
}

/** Credit that paid for it, and what remained; or what it gave. */
const balanceRows = (invoice: PaidInvoice): (readonly [label: string, amount: number])[] => {
  const { balanceUsed = 0, credited } = invoice
  if (balanceUsed === 0) return []
  if (balanceUsed < 0) return [['Credit for the next invoice', -balanceUsed]]
  return [
    ['Credit used', -balanceUsed],
    [invoice.paid ? 'Amount paid' : 'Amount due', amountDueOf(invoice) - credited],
  ]
}

const totalsOf = (invoice: PaidInvoice): (readonly [label: string, amount: number])[] => [
  ['Subtotal', invoice.subtotal],
  ['Tax', invoice.tax],
  ...(invoice.credited > 0 ? [['Credit notes', -invoice.credited] as const] : []),
  ['Total', invoice.total - invoice.credited],
  ...balanceRows(invoice),
]

type PrintedAmount = readonly [label: string, amount: string]

/** Every amount of an invoice as it is printed, in order. */
export const printedAmounts = (invoice: PaidInvoice): { lines: PrintedAmount[]; totals: PrintedAmount[] } => {
  const money = moneyFormat(invoice.currency, LANGUAGE)
  return {
    lines: invoice.lines.map(({ description, amount }) => [description, money(amount)]),
    totals: totalsOf(invoice).map(([label, amount]) => [label, money(amount)]),
  }
}

const write = (document: Pdf, { invoice, seller }: PrintedInvoice): void => {
  const amounts = printedAmounts(invoice)
  const lines = (texts: readonly string[]) => texts.forEach((text) => void document.text(text, MARGIN))
  document.font('bold').fontSize(20).text('Invoice', MARGIN, MARGIN).moveDown(0.5).font('regular').fontSize(10)
  lines([
    `Number: ${invoice.number}`,
    `Date: ${dateOf(invoice.createdAt)}`,
    `Currency: ${invoice.currency.toUpperCase()}`,
  ])
  lines([`Status: ${invoice.paid ? 'Paid' : 'Payment due'}`])
  document.moveDown().font('bold').text('From').font('regular')
  lines([seller.name, ...seller.lines])
  document.moveDown().font('bold').text('Bill to').font('regular')
  lines([invoice.customerName, ...addressLines(invoice.customerAddress), invoice.customerEmail].filter(Boolean))
  document.moveDown(1.5).font('bold')
  row(document, 'Description', 'Amount')
  rule(document)
  document.font('regular')
  for (const [description, amount] of amounts.lines) row(document, description, amount)
  rule(document)
  for (const [label, amount] of amounts.totals)
    row(document.font(label === 'Total' ? 'bold' : 'regular'), label, amount)
}

/** An invoice on A4 pages, as bytes. */
export const printInvoice = (printed: PrintedInvoice): Promise<Uint8Array> =>
  printPdf(`Invoice ${printed.invoice.number}`, (document) => write(document, printed))
