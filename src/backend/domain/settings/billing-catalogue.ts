import { notFound } from '../../call/refusal.ts'
import type { PaidSubscription } from '../../ports/payments.ts'

export interface SoldPlan {
  /** The id of a plan of the entitlement catalogue. */
  id: string
  name: string
  description: string
  /** `externalId` is the price at the payment provider; the amount is in minor units, for a month. */
  price: { externalId: string; currency: string; amount: number }
  /** Listed for visitors who are not signed in. @default only customers see it */
  isPublic?: boolean
}

/** What the vendor sells, and what customers may do by themselves. */
export interface BillingCatalogue {
  /** Printed on invoices. */
  seller: { name: string; lines: string[] }
  plans: SoldPlan[]
  /** Features that public plans are compared by; no other is published. @default none */
  comparedFeatures?: { key: string; name: string }[]
  /** The free plan of tenants that pay for none. */
  defaultPlanId: string | null
  /** What becomes of a trial that ends without a card. */
  trialEnd: 'change_to_default' | 'retain_trial'
  allowPlanDowngrade: boolean
  allowPlanCancellation: boolean
}

export const planOfPrice = ({ plans }: BillingCatalogue, priceId: string | undefined): SoldPlan | undefined =>
  plans.find(({ price }) => price.externalId === priceId)

export const soldPlan = ({ plans }: BillingCatalogue, id: string): SoldPlan => {
  const plan = plans.find((each) => each.id === id)
  if (!plan) throw notFound('Plan not found')
  return plan
}

/** Statuses that pay for the plan; a payment that is due or failed does not. */
const PAID: readonly string[] = ['active', 'trialing']

/** A trial that ended without a card, and keeps its plan until the customer buys one. */
export const isRetainedTrial = ({ trialEnd }: BillingCatalogue, subscription: PaidSubscription): boolean =>
  subscription.status === 'paused' && trialEnd === 'retain_trial'

/** The plan that a subscription pays for at this moment: an unpaid or ended one gives no more than the free plan. */
export const paidPlanId = (catalogue: BillingCatalogue, subscription: PaidSubscription | null): string | null => {
  const plan = planOfPrice(catalogue, subscription?.priceId)
  if (!subscription || !plan) return catalogue.defaultPlanId
  const isEntitled = PAID.includes(subscription.status) || isRetainedTrial(catalogue, subscription)
  return isEntitled ? plan.id : catalogue.defaultPlanId
}
