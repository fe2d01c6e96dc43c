import { conflict } from '../../call/refusal.ts'
import type { PaidAccount } from '../../payment-ports.ts'
import type { Ports } from '../../ports.ts'
import type { BillingAccountRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { policyOf, savePolicy } from '../policies/policies.ts'
import { catalogueOf, findAccount, paymentsOf, snapshotOf } from './billing-account.ts'
import { type BillingCatalogue, paidPlanId } from './billing-catalogue.ts'

type SyncPorts = Pick<Ports, 'store' | 'clock' | 'random' | 'payments'>

const MAX_TRIES = 5

/** A renewal may take this long to be reported before what was paid for ends by itself. */
const GRACE_MS = 3 * 86_400_000

export interface Synced {
  account: BillingAccountRecord
  before: PaidAccount
  after: PaidAccount
}

interface Copy {
  account: BillingAccountRecord
  after: PaidAccount
  catalogue: BillingCatalogue
}

const expiryOf = ({ after, catalogue }: Copy, planId: string | null): number =>
  after.subscription && planId !== catalogue.defaultPlanId ? after.subscription.periodEnd + GRACE_MS : -1

/** The copy and the plan it pays for, or neither: features never differ from what was paid. */
const save = (ports: SyncPorts, copy: Copy): Promise<boolean> =>
  ports.store.transaction(async (store: Collections) => {
    const { account, after, catalogue } = copy
    const isOurs = await store.billingAccounts.update(
      { id: account.id, version: account.version },
      { snapshot: JSON.stringify(after), version: account.version + 1, updatedAt: ports.clock.now() },
    )
    if (!isOurs) return false
    const planId = paidPlanId(catalogue, after.subscription)
    const bought = await policyOf(store, 'plan', account.tenantId)
    const expireTime = expiryOf(copy, planId)
    if (bought.planId !== planId || bought.expireTime !== expireTime) {
      await savePolicy({ ...ports, store }, 'plan', account.tenantId, { ...bought, planId, expireTime })
    }
    return true
  })

/**
 * Copies the provider's records of a tenant. It reads all of them and none from a notification, so notifications that
 * arrive twice, late or in another order change nothing; of two copies made at once, the older is read again.
 */
export const syncAccount = async (ports: SyncPorts, tenantId: string): Promise<Synced | undefined> => {
  const payments = paymentsOf(ports)
  const catalogue = await catalogueOf(ports)
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const account = await findAccount(ports, tenantId)
    if (!account?.customerId || account.externallyManaged) return undefined
    const after = await payments.read(account.customerId)
    const copy = { account, after, catalogue }
    if (await save(ports, copy)) return { account, before: snapshotOf(account), after }
  }
  throw conflict('Your subscription is being changed elsewhere. Try again in a moment.')
}
