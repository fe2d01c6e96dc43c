import { endpoint } from '../endpoint.ts'

/** A plan as shown to visitors. */
export interface PublicPlan {
  id: string
  name: string
  description: string
  /** Price per month; the amount is in minor units of an ISO 4217 currency in lower case. */
  price: { currency: string; amount: number }
  /** Keys of the compared features that the plan includes, with their uses per month; `null` means unlimited. */
  includes: Record<string, number | null>
}

export interface PublicPlans {
  /** The free plan that every account starts with. */
  defaultPlanId: string | null
  /** Features by which all plans are compared, in the vendor's order. */
  features: { key: string; name: string }[]
  plans: PublicPlan[]
}

export const publicPlans = {
  /** Lists only what the vendor publishes, for pages without a session. */
  listPublicPlans: endpoint<void, void, PublicPlans>()('GET', '/identity/resources/fe/v1/billing/public-plans', {
    noToken: true,
  }),
}
