import type { CardPaymentMethod } from '../../entities/billing.ts'

const WARNING_MS = 30 * 86_400_000

/** Returns the state of a card, which is valid through the last day of its month. */
export const cardAge = ({ expMonth, expYear }: CardPaymentMethod, now: number): 'valid' | 'soon' | 'expired' => {
  const end = Date.UTC(expYear, expMonth, 1)
  if (now >= end) return 'expired'
  return end - now <= WARNING_MS ? 'soon' : 'valid'
}
