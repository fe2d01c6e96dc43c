/** How a tenant pays. What was bought and paid is a copy of the provider's records, replaced as a whole. */
export interface BillingAccountRecord {
  id: string
  tenantId: string
  /** At the payment provider; `null` until the first call that needs one. */
  customerId: string | null
  /** The vendor invoices this tenant by other means; `planId` is what they sold. */
  externallyManaged: boolean
  planId: string | null
  /** `PaidAccount` as JSON text. */
  snapshot: string
  /** Grows with every copy, so that an older copy never replaces a newer one. */
  version: number
  /** `PlanChange` as JSON text while its outcome is unknown; sent again with the same key. */
  pendingChange: string | null
  /** Card forms that were opened and aren't known to have ended, as JSON text. */
  setupIntents: string | null
  createdAt: number
  updatedAt: number
}
