import { type InvoiceRowKind, invoiceRows } from '../../../rules/invoice-rows.ts'
import type { InvoiceLine, PaidAmounts, PaidInvoice } from '../../ports/payments.ts'
import { withBalance } from './balance.ts'
import { amountsOf, toInvoice } from './shown-billing.ts'

/** Labels of the rows of a printed invoice. */
const LABELS: Readonly<Record<InvoiceRowKind, string>> = {
  subtotal: 'Subtotal',
  discount: 'Discount',
  credit: 'Billing credit',
  tax: 'Tax',
  taxIncluded: 'Tax (included)',
  adjustment: 'Adjustment',
  total: 'Total',
  creditNotes: 'Credit notes',
  creditUsed: 'Credit used',
  creditGiven: 'Credit for the next invoice',
  owedBefore: 'Earlier balance',
  amountPaid: 'Amount paid',
  amountDue: 'Amount due',
  netAmount: 'Net amount',
}

/** Returns the rows below the lines of a printed invoice, with their amounts in minor units. */
export const printedRows = (invoice: PaidInvoice): InvoiceLine[] =>
  invoiceRows(toInvoice(invoice)).map(({ kind, amount }) => ({ description: LABELS[kind], amount }))

const SUMMANDS: readonly InvoiceRowKind[] = ['discount', 'credit', 'tax', 'adjustment', 'creditNotes']

/** Returns lines that add up to the amount due; discounts, tax, and credit are lines too. */
export const linesToPay = (invoice: PaidAmounts): InvoiceLine[] => {
  const all = invoiceRows({ ...amountsOf(invoice), paid: false })
  const rows = all.filter(({ kind, amount }) => amount !== 0 && SUMMANDS.includes(kind))
  const lines = [...invoice.lines, ...rows.map(({ kind, amount }) => ({ description: LABELS[kind], amount }))]
  return withBalance(lines, invoice.balanceUsed ?? 0)
}
