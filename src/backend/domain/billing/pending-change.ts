import type { PaidAccount, PlanChange } from '../../ports/payments.ts'
import type { Ports } from '../../ports.ts'
import type { BillingAccountRecord } from '../../store/records.ts'

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
export const stillPending = (account: BillingAccountRecord, paid: PaidAccount): string | null => {
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
