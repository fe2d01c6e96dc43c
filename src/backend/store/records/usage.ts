/** The number of uses of a feature by a tenant on one day. */
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

/** A use that was counted under an idempotency key, so that repeated requests don't count again. */
export interface UsageKeyRecord {
  id: string
  tenantId: string
  key: string
  featureKey: string
  quantity: number
  /** `UseCounted` as JSON text. */
  response: string
  createdAt: number
  updatedAt: number
}
