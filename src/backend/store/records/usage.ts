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
