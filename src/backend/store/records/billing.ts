import type { Dated } from './dated.ts'

/**
 * The payment account of a tenant. Its purchases and payments are a copy of the provider's records, replaced as a
 * whole.
 */
export interface BillingAccountRecord extends Dated {
  id: string
  tenantId: string
  /** Id at the payment provider; `null` until the first call that needs one. */
  customerId: string | null
  /** Whether the vendor invoices this tenant by other means; `planId` is the plan that they sold. */
  externallyManaged: boolean
  planId: string | null
  /** `PaidAccount` as JSON text. */
  snapshot: string
  /** Grows with every copy, so that an older copy never replaces a newer one. */
  version: number
  /** `PlanChange` as JSON text while its outcome is unknown; sent again with the same key. */
  pendingChange: string | null
  /** JSON text of the card forms that were opened and aren't known to have ended. */
  setupIntents: string | null
}

/** The number of uses of a feature by a tenant on one day. */
export interface UsageRecord extends Dated {
  id: string
  tenantId: string
  featureKey: string
  /** Days since the epoch, in UTC. */
  day: number
  count: number
}

/** A use that was counted under an idempotency key, so that repeated requests don't count again. */
interface UsageKeyRecord extends Dated {
  id: string
  tenantId: string
  key: string
  featureKey: string
  quantity: number
  /** `UseCounted` as JSON text. */
  response: string
}

export interface BillingRecords {
  billingAccounts: BillingAccountRecord
  usage: UsageRecord
  usageKeys: UsageKeyRecord
}
