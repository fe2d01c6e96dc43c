import type { Address } from '../../entities/billing.ts'
import { moneyFormat } from '../../rules/money.ts'
import { withShownDomains } from '../../rules/shown-domains.ts'
import { dayOf } from '../domain/base/account-dates.ts'
import { printedRows } from '../domain/billing/invoice-lines.ts'
import type { PaidInvoice, PrintedInvoice } from '../ports/payments.ts'
import { MARGIN, type Pdf, printPdf, printRows, rule, widthOf } from './pdf-document.ts'
import type { Weight } from './pdf-fonts.ts'
import { heightOfText, writeText } from './pdf-text.ts'

const MIN_AMOUNT_WIDTH = 120
/** Space between a description and its amount, in points. */
const GAP = 12
const LANGUAGE = 'en-US'

const addressLines = (address: Address): string[] =>
  [
    address.addressLine1,
    address.addressLine2,
    [address.postalCode, address.city].filter(Boolean).join(' '),
    [address.state, address.country].filter(Boolean).join(', '),
  ].filter((line): line is string => Boolean(line))

interface Row {
  label: string
  amount: string
  weight?: Weight
}

/** Returns the width of the column of amounts: an amount on two lines would run into the next row. */
const amountWidth = (document: Pdf, rows: readonly Row[]): number =>
  Math.max(
    MIN_AMOUNT_WIDTH,
    ...rows.map(({ amount, weight = 'regular' }) => document.font(weight).widthOfString(amount) + GAP),
  )

/** Draws a description on the left and its amount on the right; a long description wraps. */
const row = (document: Pdf, { label, amount, weight = 'regular' }: Row, amountsWidth: number): void => {
  const left = widthOf(document) - amountsWidth
  const height = heightOfText(document, label || ' ', { width: left, weight })
  // Otherwise the amount and its label would be on two pages.
  if (document.y + height > document.page.height - MARGIN) document.addPage()
  const top = document.y
  writeText(document, amount, { x: MARGIN + left, y: top, width: amountsWidth, align: 'right', weight })
  writeText(document, label || ' ', { y: top, width: left, weight })
  document.moveDown(0.4)
}

type PrintedAmount = readonly [label: string, amount: string]

/** Returns every amount of an invoice in its printed form, in order. */
export const printedAmounts = (invoice: PaidInvoice): { lines: PrintedAmount[]; totals: PrintedAmount[] } => {
  const money = moneyFormat(invoice.currency, LANGUAGE)
  return {
    lines: invoice.lines.map(({ description, amount }) => [description, money(amount)]),
    totals: printedRows(invoice).map(({ description, amount }) => [description, money(amount)]),
  }
}

const write = async (document: Pdf, { invoice, seller, timeZone, dateFormat = '' }: PrintedInvoice): Promise<void> => {
  const amounts = printedAmounts(invoice)
  const lines = (texts: readonly string[]) => texts.forEach((text) => void writeText(document, text))
  document.font('bold').fontSize(20).text('Invoice', MARGIN, MARGIN).moveDown(0.5).fontSize(10)
  lines([
    `Number: ${invoice.number}`,
    `Date: ${dayOf(invoice.createdAt, { language: LANGUAGE, timeZone, dateFormat })}`,
    `Currency: ${invoice.currency.toUpperCase()}`,
  ])
  lines([`Status: ${invoice.paid ? 'Paid' : 'Payment due'}`])
  writeText(document.moveDown(), 'From', { weight: 'bold' })
  lines([seller.name, ...seller.lines])
  writeText(document.moveDown(), 'Bill to', { weight: 'bold' })
  lines(
    [invoice.customerName, ...addressLines(invoice.customerAddress), withShownDomains(invoice.customerEmail)].filter(
      Boolean,
    ),
  )
  document.moveDown(1.5)
  const lineRows = amounts.lines.map(([label, amount]): Row => ({ label, amount }))
  const totals = amounts.totals.map(
    ([label, amount]): Row => ({ label, amount, weight: label === 'Total' ? 'bold' : 'regular' }),
  )
  const width = amountWidth(document, [...lineRows, ...totals])
  row(document, { label: 'Description', amount: 'Amount', weight: 'bold' }, width)
  rule(document)
  await printRows(lineRows, (each) => row(document, each, width))
  rule(document)
  for (const each of totals) row(document, each, width)
}

/** Prints an invoice on A4 pages and returns the bytes. */
export const printInvoice = (printed: PrintedInvoice): Promise<Uint8Array> =>
  printPdf(`Invoice ${printed.invoice.number}`, (document) => write(document, printed))
