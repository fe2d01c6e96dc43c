import type { InvoiceLine, PaidInvoice } from '../../ports/payments.ts'

/**
 * Returns how much of a customer's credit pays for a bill, in minor units. It is negative for a bill below zero, such
 * as that of a downgrade, which adds to the credit.
 */
export const balanceUsedFor = (total: number, credit: number): number => (total < 0 ? total : Math.min(credit, total))

const balanceText = (lines: readonly InvoiceLine[], used: number): string => {
  if (used > 0) return 'Credit from an earlier change'
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return total < 0 ? 'Credit for your next invoice' : 'Earlier balance'
}

/** Returns the lines and one for the balance, so that they add up to the amount due. */
export const withBalance = (lines: readonly InvoiceLine[], used: number): InvoiceLine[] =>
  used === 0 ? [...lines] : [...lines, { description: balanceText(lines, used), amount: -used }]

/** Returns the amount that remains to be paid for an open invoice. */
export const amountDueOf = ({
  total,
  credited,
  balanceUsed = 0,
}: Pick<PaidInvoice, 'total' | 'credited' | 'balanceUsed'>): number => total - credited - balanceUsed
