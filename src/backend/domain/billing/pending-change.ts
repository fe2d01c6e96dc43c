import type { PaidAccount, PlanChange } from '../../ports/payments.ts'
import type { Ports } from '../../ports.ts'
import type { BillingAccountRecord } from '../../store/records.ts'

/** A change as it was noted before it was sent. */
interface NotedChange extends PlanChange {
  /** The subscription at that time; another one is bought with another key. */
  subscriptionId: string | null
  notedAt: number
}

/** The payment provider keeps a key at least this long; afterwards the records show what became of the change. */
const KEY_LIFETIME_MS = 24 * 3_600_000

type Wanted = Pick<PlanChange, 'priceId' | 'paymentMethodId'>

export const isDone = ({ subscription, cards }: PaidAccount, { priceId, paymentMethodId }: Wanted): boolean =>
  subscription?.priceId === priceId &&
  subscription.status === 'active' &&
  cards.some(({ id, isDefault }) => isDefault && id === paymentMethodId)

const notedOf = ({ pendingChange }: BillingAccountRecord): NotedChange | undefined =>
  // Written below.
  pendingChange === null ? undefined : (JSON.parse(pendingChange) as NotedChange)

/** What is noted once the account looks like this: a change that is done needs its key no more. */
export const stillPending = (account: BillingAccountRecord, paid: PaidAccount): string | null => {
  const noted = notedOf(account)
  return noted && !isDone(paid, noted) ? account.pendingChange : null
}

interface Noting {
  /** The account and the provider's records, as they were read together. */
  account: BillingAccountRecord
  paid: PaidAccount
  wanted: Omit<PlanChange, 'key'>
}

/**
 * Notes the change before it is sent. The same change sent twice, by a double click, a second tab or after a lost
 * response, finds this note and its key, and the provider charges once. `undefined` when the account has changed since
 * it was read: the change may be done already.
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

/** A known outcome: the next change is a new one. */
export const forgetChange = (ports: Ports, tenantId: string, change: PlanChange) =>
  ports.store.billingAccounts.update({ tenantId, pendingChange: JSON.stringify(change) }, { pendingChange: null })
