import { conflict, Refusal } from '../../call/refusal.ts'
import type { PaidAccount } from '../../ports/payments.ts'
import type { Ports } from '../../ports.ts'
import type { BillingAccountRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { type BillingCatalog, isRetainedTrial, paidPlanId } from '../settings/billing.ts'
import { planSetting } from '../settings/plan.ts'
import { catalogOf, findAccount, paymentsOf, snapshotOf } from './billing-account.ts'
import { stillPending } from './pending-change.ts'

type SyncPorts = Pick<Ports, 'store' | 'clock' | 'random' | 'payments'>

const MAX_TRIES = 5

export const changedElsewhere = () =>
  conflict('Your subscription is being changed elsewhere. Try again in a moment.').as('outdated')

/**
 * Returns whether other calls saved the account each time first, which isn't a fault, because they saved newer copies.
 */
export const isChangedElsewhere = (error: unknown): boolean => error instanceof Refusal && error.code === 'outdated'

/** Milliseconds by which the report of a renewal may be late before the paid features expire. */
const GRACE_MS = 3 * 86_400_000

interface Synced {
  /** The account as it was saved. */
  account: BillingAccountRecord
  before: PaidAccount
  after: PaidAccount
}

interface Copy {
  account: BillingAccountRecord
  after: PaidAccount
  catalog: BillingCatalog
}

const NEVER = -1

const expiryOf = ({ after: { subscription }, catalog }: Copy, planId: string | null): number => {
  if (!subscription || planId === catalog.defaultPlanId || isRetainedTrial(catalog, subscription)) return NEVER
  return subscription.periodEnd + GRACE_MS
}

/** Saves the copy together with the plan it pays for, so that features always match what was paid. */
const save = (ports: SyncPorts, copy: Copy): Promise<BillingAccountRecord | undefined> =>
  ports.store.transaction(async (store: Collections) => {
    const { account, after, catalog } = copy
    const { id, version, pendingChange } = account
    const patch = {
      snapshot: JSON.stringify(after),
      version: version + 1,
      pendingChange: stillPending(account, after),
      updatedAt: ports.clock.now(),
    }
    if (!(await store.billingAccounts.update({ id, version, pendingChange }, patch))) return undefined
    const planId = paidPlanId(catalog, after.subscription)
    const bought = await planSetting.of(store, account.tenantId)
    const expireTime = expiryOf(copy, planId)
    if (bought.planId !== planId || bought.expireTime !== expireTime) {
      await planSetting.save({ ...ports, store }, account.tenantId, { ...bought, planId, expireTime })
    }
    return { ...account, ...patch }
  })

/**
 * Copies the provider's records of a tenant. It reads all of them and uses no data of notifications, so notifications
 * that are repeated, late, or out of order change nothing. If two copies are made at once, the older one is read again.
 */
export const syncAccount = async (ports: SyncPorts, tenantId: string): Promise<Synced | undefined> => {
  const payments = paymentsOf(ports)
  const catalog = await catalogOf(ports)
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const account = await findAccount(ports, tenantId)
    if (!account?.customerId || account.externallyManaged) return undefined
    const planPriceIds = catalog.plans.map(({ price }) => price.externalId)
    const after = await payments.read(account.customerId, planPriceIds)
    const copy = { account, after, catalog }
    const saved = await save(ports, copy)
    if (saved) return { account: saved, before: snapshotOf(account), after }
  }
  throw changedElsewhere()
}
