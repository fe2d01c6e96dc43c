import { endpoint } from '../endpoint.ts'

const BILLING = '/identity/resources/fe/v1/billing'

/** What a change of plan costs now; amounts are in minor units. */
export interface PlanChangePreview {
  currency: string
  amountDue: number
  lines: { description: string; amount: number }[]
}

export const planChanges = {
  /** Computed by the payment provider, with proration. */
  previewPlanChange: endpoint<{ planId: string }, void, PlanChangePreview>()('GET', `${BILLING}/plan-changes/preview`),
  /** Notifications of the payment provider, proven by their signature. */
  receivePaymentEvent: endpoint<void, object, { received: boolean }>()('POST', `${BILLING}/payment-events`, {
    server: true,
    noToken: true,
    unprefixed: true,
  }),
}
