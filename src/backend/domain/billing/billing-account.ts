import { Refusal } from '../../call/refusal.ts'
import type { PaidAccount, PaymentPort } from '../../ports/payments.ts'
import type { Ports } from '../../ports.ts'
import type { BillingAccountRecord } from '../../store/records.ts'
import { firstInserted } from '../../store/store.ts'
import { billingSetting } from '../settings/billing.ts'

export const EMPTY_SNAPSHOT: PaidAccount = { subscription: null, cards: [], invoices: [] }

// Only this folder writes snapshots, from what the port returned.
export const snapshotOf = (account: BillingAccountRecord | undefined): PaidAccount =>
  account ? (JSON.parse(account.snapshot) as PaidAccount) : EMPTY_SNAPSHOT

export const paymentsOf = ({ payments }: Pick<Ports, 'payments'>): PaymentPort => {
  if (!payments) throw new Refusal(503, ['Payment provider not configured'])
  return payments
}

type BillingPorts = Pick<Ports, 'store' | 'clock' | 'random' | 'payments'>

export const findAccount = ({ store }: Pick<Ports, 'store'>, tenantId: string) =>
  store.billingAccounts.find({ tenantId })

/** Returns the tenant's account; the first call that needs it creates it. */
export const openAccount = async (ports: BillingPorts, tenantId: string): Promise<BillingAccountRecord> => {
  const found = await findAccount(ports, tenantId)
  if (found) return found
  const now = ports.clock.now()
  const account: BillingAccountRecord = {
    id: ports.random.uuid(),
    tenantId,
    customerId: null,
    externallyManaged: false,
    planId: null,
    snapshot: JSON.stringify(EMPTY_SNAPSHOT),
    version: 0,
    pendingChange: null,
    setupIntents: null,
    createdAt: now,
    updatedAt: now,
  }
  return firstInserted(ports.store.billingAccounts.insert(account), () => findAccount(ports, tenantId))
}

interface NewCustomer {
  tenantId: string
  name: string
  email: string
}

/**
 * Returns the tenant's account with its customer. The provider creates only one customer per tenant, however often it
 * is requested; see `createCustomer` of the port.
 */
export const openCustomer = async (ports: BillingPorts, given: NewCustomer) => {
  const account = await openAccount(ports, given.tenantId)
  if (account.customerId !== null) return { account, customerId: account.customerId }
  const customerId = await paymentsOf(ports).createCustomer(given)
  const patch = { customerId, updatedAt: ports.clock.now() }
  await ports.store.billingAccounts.update({ id: account.id }, patch)
  return { account: { ...account, ...patch }, customerId }
}

export const catalogOf = ({ store }: Pick<Ports, 'store'>) => billingSetting.ofVendor(store)
