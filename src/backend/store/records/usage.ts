/** How often a tenant used a feature on one day. */
export interface UsageRecord {
  id: string
  tenantId: string
  featureKey: string
  /** Days since the epoch, in UTC. */
  day: number
  count: number
  createdAt: number
  updatedAt: number
}

/** A use that was counted under an idempotency key, for requests that are sent again. */
export interface UsageKeyRecord {
  id: string
  tenantId: string
  key: string
  featureKey: string
  quantity: number
  /** `UseCounted` as JSON. */
  response: string
  createdAt: number
  updatedAt: number
}
