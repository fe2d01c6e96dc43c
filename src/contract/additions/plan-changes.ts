import { endpoint } from '../endpoint.ts'

const BILLING = '/identity/resources/fe/v1/billing'

/** Current cost of a plan change; amounts are in minor units. */
export interface PlanChangePreview {
  currency: string
  amountDue: number
  lines: { description: string; amount: number }[]
}

export const planChanges = {
  /** Returns the cost as the payment provider computes it, with proration. */
  previewPlanChange: endpoint<{ planId: string }, void, PlanChangePreview>()('GET', `${BILLING}/plan-changes/preview`),
  /** Receives notifications of the payment provider, which their signature authenticates. */
  receivePaymentEvent: endpoint<void, object, { received: boolean }>()('POST', `${BILLING}/payment-events`, {
    server: true,
    noToken: true,
    unprefixed: true,
  }),
}
