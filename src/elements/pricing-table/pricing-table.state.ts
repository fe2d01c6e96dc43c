import type { PublicPlan, PublicPlans } from '../../contract/billing.ts'

export interface PricingTableState {
  /** `undefined` until the plans are loaded; kept while they are loaded again. */
  offer?: PublicPlans
  error: string | null
  /** Plan of the signed-in user's account, if they may see it. */
  currentPlanId?: string | undefined
}

export const initialPricingTable: PricingTableState = { error: null }

export const offerLoading = (state: PricingTableState): PricingTableState => ({ ...state, error: null })
export const offerLoaded = (state: PricingTableState, offer: PublicPlans): PricingTableState => ({
  ...state,
  offer,
  error: null,
})
export const offerFailed = (state: PricingTableState, error: string): PricingTableState => ({ ...state, error })
export const currentPlanKnown = (state: PricingTableState, currentPlanId: string | undefined): PricingTableState => ({
  ...state,
  currentPlanId,
})

/** Inclusion of a feature in a plan: unlimited, limited per month, or not at all. */
type Inclusion = { kind: 'unlimited' } | { kind: 'limited'; perMonth: number } | { kind: 'none' }

export const inclusionOf = ({ includes }: PublicPlan, key: string): Inclusion => {
  const perMonth = Object.hasOwn(includes, key) ? includes[key] : undefined
  if (perMonth === undefined) return { kind: 'none' }
  return perMonth === null ? { kind: 'unlimited' } : { kind: 'limited', perMonth }
}
