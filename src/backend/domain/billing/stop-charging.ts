import type { Ports } from '../../ports.ts'
import { findAccount } from './billing-account.ts'

const RUNNING: readonly string[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete']

/**
 * Cancels the subscription of an account before it is deleted, so that the payment provider charges nothing after the
 * paid period. It can be repeated safely, so a deletion that fails later can be tried again.
 *
 * @throws when the provider can't be reached; the account must then stay
 */
export const stopCharging = async (ports: Pick<Ports, 'store' | 'payments'>, tenantId: string): Promise<void> => {
  const account = await findAccount(ports, tenantId)
  if (!ports.payments || !account?.customerId || account.externallyManaged) return
  // This reads the provider's current state, because the copy here may be older than a purchase.
  const { subscription } = await ports.payments.read(account.customerId)
  if (!subscription || subscription.cancelsAtPeriodEnd || !RUNNING.includes(subscription.status)) return
  await ports.payments.setCancellation(subscription.id, true)
}
