import type { Invoice } from '../entities/billing.ts'

/**
 * Kinds of rows, in the order of an invoice. Rows before `total` add up to it; rows after it subtract what credit has
 * paid.
 */
export type InvoiceRowKind =
  | 'subtotal'
  | 'discount'
  | 'credit'
  | 'tax'
  | 'taxIncluded'
  | 'adjustment'
  | 'total'
  | 'creditNotes'
  | 'creditUsed'
  | 'creditGiven'
  | 'owedBefore'
  | 'amountPaid'
  | 'amountDue'
  | 'netAmount'

/** One row below the lines of an invoice. */
export interface InvoiceRow {
  kind: InvoiceRowKind
  /** Minor units with the displayed sign: amounts that reduce the sum are negative. */
  amount: number
}

type Amounts = Pick<
  Invoice,
  | 'totalAmount'
  | 'paid'
  | 'subtotalAmount'
  | 'discountAmount'
  | 'creditAmount'
  | 'taxAmount'
  | 'includedTaxAmount'
  | 'creditedAmount'
  | 'balanceUsed'
>

const row = (kind: InvoiceRowKind, amount: number): InvoiceRow => ({ kind, amount })
const rowIf = (kind: InvoiceRowKind, amount: number): InvoiceRow[] => (amount === 0 ? [] : [row(kind, amount)])

/** Returns the tax rows. Every invoice has one, even with 0, unless all of the tax is part of the prices. */
const taxRows = ({ taxAmount = 0, includedTaxAmount = 0 }: Amounts): InvoiceRow[] => [
  ...(taxAmount === 0 && includedTaxAmount !== 0 ? [] : [row('tax', taxAmount)]),
  ...rowIf('taxIncluded', includedTaxAmount),
]

const issuedRows = (invoice: Amounts): InvoiceRow[] => {
  const { totalAmount, subtotalAmount, discountAmount = 0, creditAmount = 0, taxAmount = 0 } = invoice
  if (subtotalAmount === undefined) return []
  const sum = subtotalAmount - discountAmount - creditAmount + taxAmount
  return [
    row('subtotal', subtotalAmount),
    ...rowIf('discount', -discountAmount),
    ...rowIf('credit', -creditAmount),
    ...taxRows(invoice),
    // The provider's total is charged, so an unexplained difference is shown, not hidden.
    ...rowIf('adjustment', totalAmount - sum),
  ]
}

const remainderKind = ({ paid, creditedAmount = 0 }: Amounts): InvoiceRowKind => {
  if (!paid) return 'amountDue'
  return creditedAmount === 0 ? 'amountPaid' : 'netAmount'
}

const balanceKind = ({ totalAmount, balanceUsed = 0 }: Amounts): InvoiceRowKind => {
  if (balanceUsed > 0) return 'creditUsed'
  return totalAmount < 0 ? 'creditGiven' : 'owedBefore'
}

const settledRows = (invoice: Amounts): InvoiceRow[] => {
  const { totalAmount, creditedAmount = 0, balanceUsed = 0 } = invoice
  if (creditedAmount === 0 && balanceUsed === 0) return []
  return [
    ...rowIf('creditNotes', -creditedAmount),
    ...rowIf(balanceKind(invoice), -balanceUsed),
    ...(totalAmount < 0 ? [] : [row(remainderKind(invoice), totalAmount - creditedAmount - balanceUsed)]),
  ]
}

/**
 * Returns the rows below the lines of an invoice: lines + tax − discount − credit = total, in minor units of its
 * currency. The API's amounts, the page and the PDF all show these. If a backend sends the total only, that is the only
 * row.
 *
 * @example
 * invoiceRows({ totalAmount: 10_710, paid: true, subtotalAmount: 10_000, discountAmount: 1_000, taxAmount: 1_710 })
 * // subtotal 10000, discount -1000, tax 1710, total 10710
 */
export const invoiceRows = (invoice: Amounts): InvoiceRow[] => [
  ...issuedRows(invoice),
  row('total', invoice.totalAmount),
  ...settledRows(invoice),
]
