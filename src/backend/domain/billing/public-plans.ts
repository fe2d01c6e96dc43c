import type { PublicPlan, PublicPlans } from '../../../contract/billing.ts'
import type { Ports } from '../../ports.ts'
import type { BillingCatalog, SoldPlan } from '../settings/billing.ts'
import { type EntitlementCatalog, entitlementsSetting } from '../settings/entitlements.ts'
import { catalogOf } from './billing-account.ts'

type Compared = NonNullable<BillingCatalog['comparedFeatures']>

/**
 * Returns the keys of the compared features that a plan includes, with their uses per month, or `null` if unlimited.
 */
export const includedIn = (
  { plans }: EntitlementCatalog,
  planId: string,
  compared: Compared,
): PublicPlan['includes'] => {
  const plan = plans.find(({ id }) => id === planId)
  const keys = compared.map(({ key }) => key).filter((key) => plan?.includes.includes(key))
  const limitOf = (key: string) => plan?.limits?.find(({ feature }) => feature === key)?.perMonth ?? null
  return Object.fromEntries(keys.map((key) => [key, limitOf(key)]))
}

/** Copies field by field, so that ids of the payment provider and fields added to plans later stay private. */
const toPublic = ({ id, name, description, price }: SoldPlan): Omit<PublicPlan, 'includes'> => ({
  id,
  name,
  description,
  price: { currency: price.currency, amount: price.amount },
})

/** Returns the published plans, with the features by which they are compared. */
export const publishedPlans = async ({ store }: Pick<Ports, 'store'>): Promise<PublicPlans> => {
  const { plans, defaultPlanId, comparedFeatures = [] } = await catalogOf({ store })
  const entitlements = await entitlementsSetting.ofVendor(store)
  const shown = plans.filter(({ isPublic }) => isPublic === true)
  return {
    defaultPlanId: shown.some(({ id }) => id === defaultPlanId) ? defaultPlanId : null,
    features: comparedFeatures.map(({ key, name }) => ({ key, name })),
    plans: shown.map((plan) => ({ ...toPublic(plan), includes: includedIn(entitlements, plan.id, comparedFeatures) })),
  }
}
