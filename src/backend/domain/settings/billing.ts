import { notFound } from '../../call/refusal.ts'
import type { PaidSubscription } from '../../ports/payments.ts'
import { flag, integer, list, name, nullableText, object, oneOf, type Schema, text, whole } from './schema.ts'
import { defineVendorSetting } from './setting.ts'

export interface SoldPlan {
  /** The id of a plan in the entitlement catalog. */
  id: string
  name: string
  description: string
  /** The monthly price. `externalId` is its id at the payment provider, and `amount` is in minor units. */
  price: { externalId: string; currency: string; amount: number }
  /** Whether the plan is listed for visitors who are not signed in. @default only customers see it */
  isPublic?: boolean
}

/** The plans that the vendor sells, and the changes that customers may make by themselves. */
export interface BillingCatalog {
  /** The seller as printed on invoices. */
  seller: { name: string; lines: string[] }
  plans: SoldPlan[]
  /** The features by which public plans are compared; no other features are published. @default none */
  comparedFeatures?: { key: string; name: string }[]
  /** The free plan of tenants that don't pay for one. */
  defaultPlanId: string | null
  /** Determines what happens when a trial ends without a card. */
  trialEnd: 'change_to_default' | 'retain_trial'
  allowPlanDowngrade: boolean
  allowPlanCancellation: boolean
}

const currency: Schema<string> = { type: 'string', pattern: '^[a-z]{3}$' }

export const billingSetting = defineVendorSetting({
  kind: 'billing',
  default: {
    seller: { name: '', lines: [] },
    plans: [],
    defaultPlanId: null,
    trialEnd: 'change_to_default',
    allowPlanDowngrade: true,
    allowPlanCancellation: true,
  },
  schema: object<BillingCatalog>({
    seller: whole({ name: text, lines: list(text) }),
    plans: list(
      object<SoldPlan>(
        {
          id: name,
          name,
          description: text,
          price: whole({
            externalId: name,
            currency,
            amount: integer({ min: 0 }),
          }),
          isPublic: flag,
        },
        ['id', 'name', 'description', 'price'],
      ),
    ),
    comparedFeatures: list(whole({ key: name, name })),
    defaultPlanId: nullableText,
    trialEnd: oneOf('change_to_default', 'retain_trial'),
    allowPlanDowngrade: flag,
    allowPlanCancellation: flag,
  }),
})

export const planOfPrice = ({ plans }: BillingCatalog, priceId: string | undefined): SoldPlan | undefined =>
  plans.find(({ price }) => price.externalId === priceId)

export const soldPlan = ({ plans }: BillingCatalog, id: string): SoldPlan => {
  const plan = plans.find((each) => each.id === id)
  if (!plan) throw notFound('Plan not found')
  return plan
}

/** Statuses that pay for the plan; a payment that is due or failed does not. */
const PAID: readonly string[] = ['active', 'trialing']

/** Returns whether a trial ended without a card and keeps its plan until the customer buys one. */
export const isRetainedTrial = ({ trialEnd }: BillingCatalog, subscription: PaidSubscription): boolean =>
  subscription.status === 'paused' && trialEnd === 'retain_trial'

/** Returns the plan that a subscription pays for now; an unpaid or ended subscription gets only the free plan. */
export const paidPlanId = (catalog: BillingCatalog, subscription: PaidSubscription | null): string | null => {
  const plan = planOfPrice(catalog, subscription?.priceId)
  if (!subscription || !plan) return catalog.defaultPlanId
  const isEntitled = PAID.includes(subscription.status) || isRetainedTrial(catalog, subscription)
  return isEntitled ? plan.id : catalog.defaultPlanId
}
