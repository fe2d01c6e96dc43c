import { snapshotOf } from '../domain/billing/billing-account.ts'
import type { Collections } from '../store/store.ts'
import type { PaymentLedger } from './payment-ledger.ts'

/** Adds the store's accounts to a ledger, which keeps nothing between two starts. */
export const fillLedger = async (ledger: PaymentLedger, store: Pick<Collections, 'billingAccounts'>): Promise<void> => {
  for (const account of await store.billingAccounts.list({ externallyManaged: false })) {
    if (account.customerId === null || ledger.customers.has(account.customerId)) continue
    const paid = snapshotOf(account)
    const { customerName: name = '', customerEmail: email = '' } = paid.invoices[0] ?? {}
    ledger.add({ ...paid, id: account.customerId, name, email, behaviors: {} })
  }
}
