import { conflict, Refusal } from '../../call/refusal.ts'
import type { PaidAccount, PlanChange } from '../../ports/payments.ts'
import type { Ports } from '../../ports.ts'
import type { BillingAccountRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { type BillingCatalog, isRetainedTrial, paidPlanId } from '../settings/billing.ts'
import { planSetting } from '../settings/plan.ts'
import { catalogOf, findAccount, paymentsOf, snapshotOf } from './billing-account.ts'

/** A change as it was noted before it was sent. */
interface NotedChange extends PlanChange {
  /** The subscription at that time. Buying another subscription uses another key. */
  subscriptionId: string | null
  notedAt: number
}

/** The payment provider keeps a key for at least this long. After that, its records show the outcome of the change. */
const KEY_LIFETIME_MS = 24 * 3_600_000

type Wanted = Pick<PlanChange, 'priceId' | 'paymentMethodId'>

export const isDone = ({ subscription, cards }: PaidAccount, { priceId, paymentMethodId }: Wanted): boolean =>
  subscription?.priceId === priceId &&
  subscription.status === 'active' &&
  cards.some(({ id, isDefault }) => isDefault && id === paymentMethodId)

const notedOf = ({ pendingChange }: BillingAccountRecord): NotedChange | undefined =>
  // The value is written below.
  pendingChange === null ? undefined : (JSON.parse(pendingChange) as NotedChange)

/** Returns the note to keep with the account's new state; a change that is done no longer needs its key. */
const stillPending = (account: BillingAccountRecord, paid: PaidAccount): string | null => {
  const noted = notedOf(account)
  return noted && !isDone(paid, noted) ? account.pendingChange : null
}

interface Noting {
  /** The account and the provider's records, which were read together. */
  account: BillingAccountRecord
  paid: PaidAccount
  wanted: Omit<PlanChange, 'key'>
}

/**
 * Notes the change before it is sent. If the same change is sent again, by a double click, a second tab, or after a
 * lost response, it finds this note and its key, and the provider charges only once. Returns `undefined` if the account
 * has changed since it was read, because the change may be done already.
 */
export const noteChange = async (ports: Ports, { account, paid, wanted }: Noting): Promise<PlanChange | undefined> => {
  const now = ports.clock.now()
  const subscriptionId = paid.subscription?.id ?? null
  const noted = notedOf(account)
  const isSame =
    noted?.priceId === wanted.priceId &&
    noted.paymentMethodId === wanted.paymentMethodId &&
    noted.subscriptionId === subscriptionId &&
    noted.notedAt > now - KEY_LIFETIME_MS
  if (isSame) return noted
  const change: NotedChange = { ...wanted, subscriptionId, notedAt: now, key: ports.random.uuid() }
  const isOurs = await ports.store.billingAccounts.update(
    { id: account.id, version: account.version, pendingChange: account.pendingChange },
    { pendingChange: JSON.stringify(change) },
  )
  return isOurs ? change : undefined
}

/** Forgets a change whose outcome is known, so that the next change is a new one. */
export const forgetChange = (ports: Ports, tenantId: string, change: PlanChange) =>
  ports.store.billingAccounts.update({ tenantId, pendingChange: JSON.stringify(change) }, { pendingChange: null })

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
