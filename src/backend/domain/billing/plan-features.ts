import type { Plan } from '../../../entities/billing.ts'
import type { Ports } from '../../ports.ts'
import { entitlementsSetting } from '../settings/entitlements.ts'
import { catalogOf } from './billing-account.ts'
import { includedIn } from './public-plans.ts'
import { toPlan } from './shown-billing.ts'

/** Returns the plans as customers see them, each with the compared features that it includes. */
export const plansWithFeatures = async ({ store }: Pick<Ports, 'store'>): Promise<Plan[]> => {
  const { plans, comparedFeatures = [] } = await catalogOf({ store })
  const entitlements = await entitlementsSetting.ofVendor(store)
  return plans.map((plan) => {
    const included = includedIn(entitlements, plan.id, comparedFeatures)
    const features = comparedFeatures
      .filter(({ key }) => Object.hasOwn(included, key))
      .map(({ key, name }) => ({ key, name, perMonth: included[key] ?? null }))
    return { ...toPlan(plan), ...(comparedFeatures.length > 0 && { features }) }
  })
}
