import type { InvoiceLine, PaidInvoice } from '../../ports/payments.ts'

/**
 * Minor units of a customer's credit that pay for a bill. Negative for a bill below zero, as of a downgrade: what it adds
 * to the credit.
 */
export const balanceUsedFor = (total: number, credit: number): number => (total < 0 ? total : Math.min(credit, total))

const balanceText = (lines: readonly InvoiceLine[], used: number): string => {
  if (used > 0) return 'Credit from an earlier change'
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return total < 0 ? 'Credit for your next invoice' : 'Earlier balance'
}

/** Lines that add up to what is due. */
export const withBalance = (lines: readonly InvoiceLine[], used: number): InvoiceLine[] =>
  used === 0 ? [...lines] : [...lines, { description: balanceText(lines, used), amount: -used }]

/** What an open invoice still costs. */
export const amountDueOf = ({
  total,
  credited,
  balanceUsed = 0,
}: Pick<PaidInvoice, 'total' | 'credited' | 'balanceUsed'>): number => total - credited - balanceUsed
