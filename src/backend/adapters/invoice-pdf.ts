import type { Address } from '../../entities/billing.ts'
import { moneyFormat } from '../../rules/money.ts'
import { withShownDomains } from '../../rules/shown-domains.ts'
import { dayOf } from '../domain/base/account-dates.ts'
import { printedRows } from '../domain/billing/invoice-lines.ts'
import type { PaidInvoice, PrintedInvoice } from '../ports/payments.ts'
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

/** Draws a description on the left and its amount on the right; a long description wraps. */
const row = (document: Pdf, label: string, amount: string): void => {
  const left = widthOf(document) - AMOUNT_WIDTH
  const height = document.heightOfString(label || ' ', { width: left })
  // Otherwise the amount and its label would be on two pages.
  if (document.y + height > document.page.height - MARGIN) document.addPage()
  const top = document.y
  document.text(amount, MARGIN + left, top, { width: AMOUNT_WIDTH, align: 'right' })
  document.text(label || ' ', MARGIN, top, { width: left })
  document.moveDown(0.4)
}

/** Falls back to ASCII, because the fonts have no letters of other scripts. */
const printable = (shown: string, ascii: string): string =>
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u.test(shown)
    ? shown
    : ascii

type PrintedAmount = readonly [label: string, amount: string]

/** Returns every amount of an invoice in its printed form, in order. */
export const printedAmounts = (invoice: PaidInvoice): { lines: PrintedAmount[]; totals: PrintedAmount[] } => {
  const money = moneyFormat(invoice.currency, LANGUAGE)
  return {
    lines: invoice.lines.map(({ description, amount }) => [description, money(amount)]),
    totals: printedRows(invoice).map(({ description, amount }) => [description, money(amount)]),
  }
}

const write = (document: Pdf, { invoice, seller, timeZone, dateFormat = '' }: PrintedInvoice): void => {
  const amounts = printedAmounts(invoice)
  const lines = (texts: readonly string[]) => texts.forEach((text) => void document.text(text, MARGIN))
  document.font('bold').fontSize(20).text('Invoice', MARGIN, MARGIN).moveDown(0.5).font('regular').fontSize(10)
  lines([
    `Number: ${invoice.number}`,
    `Date: ${dayOf(invoice.createdAt, { language: LANGUAGE, timeZone, dateFormat })}`,
    `Currency: ${invoice.currency.toUpperCase()}`,
  ])
  lines([`Status: ${invoice.paid ? 'Paid' : 'Payment due'}`])
  document.moveDown().font('bold').text('From').font('regular')
  lines([seller.name, ...seller.lines])
  document.moveDown().font('bold').text('Bill to').font('regular')
  lines(
    [
      invoice.customerName,
      ...addressLines(invoice.customerAddress),
      printable(withShownDomains(invoice.customerEmail), invoice.customerEmail),
    ].filter(Boolean),
  )
  document.moveDown(1.5).font('bold')
  row(document, 'Description', 'Amount')
  rule(document)
  document.font('regular')
  for (const [description, amount] of amounts.lines) row(document, description, amount)
  rule(document)
  for (const [label, amount] of amounts.totals)
    row(document.font(label === 'Total' ? 'bold' : 'regular'), label, amount)
}

/** Prints an invoice on A4 pages and returns the bytes. */
export const printInvoice = (printed: PrintedInvoice): Promise<Uint8Array> =>
  printPdf(`Invoice ${printed.invoice.number}`, (document) => write(document, printed))
