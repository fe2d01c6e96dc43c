import type { SignedRequest } from '../../call/auth.ts'
import type { PaidAccount } from '../../ports/payments.ts'
import { findAccount, snapshotOf } from './billing-account.ts'
import { syncAccount } from './sync-account.ts'

/**
 * Returns whether an earlier version made the copy. It has at most ten lines per invoice, and neither discounts nor the
 * tax that prices include.
 */
const isIncomplete = ({ invoices }: PaidAccount): boolean => invoices.some(({ discount }) => discount === undefined)

/**
 * Returns the copy with all lines of its invoices; a copy by an earlier version is read again. If the payment provider
 * can't be reached, the copy is returned unchanged.
 */
export const completeCopy = async ({ ports, auth }: Pick<SignedRequest, 'ports' | 'auth'>): Promise<PaidAccount> => {
  const copy = snapshotOf(await findAccount(ports, auth.tenantId))
  if (!ports.payments || !isIncomplete(copy)) return copy
  try {
    return (await syncAccount(ports, auth.tenantId))?.after ?? copy
  } catch (error) {
    ports.log.error('Could not read the lines of earlier invoices again', error)
    return copy
  }
}
