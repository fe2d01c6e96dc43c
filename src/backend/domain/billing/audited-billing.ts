import type { AuditEntry } from '../../call/auth.ts'
import type { PaidAccount } from '../../ports/payments.ts'
import { beforeAndAfter } from '../audit/before-and-after.ts'
import { type BillingCatalog, planOfPrice } from '../settings/billing.ts'

/** The provider's records before and after a change. */
export interface PaidChange {
  before: PaidAccount
  after: PaidAccount
}

type Entry = Pick<AuditEntry, 'action' | 'resource' | 'severity' | 'description' | 'detail'>

const planOf = (catalog: BillingCatalog, { subscription }: PaidAccount) =>
  subscription && {
    plan: planOfPrice(catalog, subscription.priceId)?.name ?? subscription.priceId,
    status: subscription.status,
  }

const subscriptionOf = (catalog: BillingCatalog, paid: PaidAccount) => {
  const { subscription } = paid
  return subscription && { ...planOf(catalog, paid), cancelsAtPeriodEnd: subscription.cancelsAtPeriodEnd }
}

const cardOf = ({ cards }: PaidAccount) => {
  const card = cards.find(({ isDefault }) => isDefault)
  return card ? { brand: card.brand, last4: card.last4 } : null
}

const isSame = (one: object | null, other: object | null): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns the audit entry of a plan change, or `undefined` if the plan and its state are the same as before. */
export const planEntry = (catalog: BillingCatalog, { before, after }: PaidChange): Entry | undefined => {
  const [was, plan] = [planOf(catalog, before), planOf(catalog, after)]
  if (isSame(was, plan)) return undefined
  return {
    action: 'Plan changed',
    resource: 'Subscription',
    severity: 'Medium',
    description: `Bought ${plan?.plan ?? 'a plan'}`,
    detail: beforeAndAfter(was, plan),
  }
}

/** Returns the audit entry of a new payment method, or `undefined` if the same card pays as before. */
export const cardEntry = ({ before, after }: PaidChange): Entry | undefined => {
  const idOf = ({ cards }: PaidAccount) => cards.find(({ isDefault }) => isDefault)?.id
  if (idOf(before) === idOf(after)) return undefined
  const card = cardOf(after)
  return {
    action: 'Payment method changed',
    resource: 'Subscription',
    severity: 'Medium',
    description: card ? `Pays with the ${card.brand} card ending in ${card.last4}` : 'Pays with no card',
    detail: beforeAndAfter(cardOf(before), card),
  }
}

/**
 * Returns the audit entry of a change by the payment provider, or `undefined` if the subscription is the same as
 * before.
 */
export const providerEntry = (catalog: BillingCatalog, { before, after }: PaidChange): Entry | undefined => {
  const [was, is] = [subscriptionOf(catalog, before), subscriptionOf(catalog, after)]
  if (isSame(was, is)) return undefined
  return {
    action: 'Subscription changed by the payment provider',
    resource: 'Subscription',
    description: is ? `${is.plan}: ${is.status}` : 'No subscription',
    detail: beforeAndAfter(was, is),
  }
}
