import type { Ports } from '../../ports.ts'
import type { BillingAccountRecord } from '../../store/records.ts'
import { findAccount, paymentsOf, snapshotOf } from './billing-account.ts'
import { syncAccount } from './sync-account.ts'

/** Takes over the card that was set up in the browser, if it was: the notification of the provider may be late. */
export const finishSetup = async (ports: Ports, account: BillingAccountRecord): Promise<boolean> => {
  const { setupIntentId, customerId, tenantId } = account
  if (!setupIntentId || !customerId) return false
  const payments = paymentsOf(ports)
  const done = await payments.readSetupIntent(setupIntentId)
  if (!done) return false
  const subscriptionId = snapshotOf(account).subscription?.id ?? null
  await payments.setDefaultCard({ customerId, subscriptionId, paymentMethodId: done.paymentMethodId })
  await syncAccount(ports, tenantId)
  await ports.store.billingAccounts.update({ id: account.id, setupIntentId }, { setupIntentId: null })
  return true
}

/** The account with a card that was set up a moment ago. */
export const accountWithCard = async (ports: Ports, tenantId: string): Promise<BillingAccountRecord | undefined> => {
  const account = await findAccount(ports, tenantId)
  if (!account || !ports.payments || !(await finishSetup(ports, account))) return account
  return findAccount(ports, tenantId)
}
