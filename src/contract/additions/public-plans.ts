import { endpoint } from '../endpoint.ts'

/** A plan as visitors see it. */
export interface PublicPlan {
  id: string
  name: string
  description: string
  /** For a month; the amount is in minor units of an ISO 4217 currency, lower case. */
  price: { currency: string; amount: number }
  /** Keys of the compared features that the plan includes, with their uses a month; `null` for any number. */
  includes: Record<string, number | null>
}

export interface PublicPlans {
  /** The free plan that every account starts with. */
  defaultPlanId: string | null
  /** Features that all plans are compared by, in the vendor's order. */
  features: { key: string; name: string }[]
  plans: PublicPlan[]
}

export const publicPlans = {
  /** Only what the vendor publishes; for pages without a session. */
  listPublicPlans: endpoint<void, void, PublicPlans>()('GET', '/identity/resources/fe/v1/billing/public-plans', {
    noToken: true,
  }),
}
