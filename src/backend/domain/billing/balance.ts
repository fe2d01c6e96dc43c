import type { InvoiceLine, PaidInvoice } from '../../payment-ports.ts'

/**
 * Minor units of a customer's credit that pay for a bill. Negative for a bill below zero, as of a downgrade: what it adds
 * to the credit.
 */
export const balanceUsedFor = (total: number, credit: number): number => (total < 0 ? total : Math.min(credit, total))

/** Lines that add up to what is due. */
export const withBalance = (lines: readonly InvoiceLine[], used: number): InvoiceLine[] => {
  if (used === 0) return [...lines]
  const description = used > 0 ? 'Credit from an earlier change' : 'Credit for your next invoice'
  return [...lines, { description, amount: -used }]
}

/** What an open invoice still costs. */
export const amountDueOf = ({ total, balanceUsed = 0 }: Pick<PaidInvoice, 'total' | 'balanceUsed'>): number =>
  total - balanceUsed
