import type { TargetFlag, TargetRule, Treatment } from '../../../entities/entitlements.ts'

/** What the vendor sells: features, and the plans they come in. */
export interface EntitlementCatalogue {
  features: {
    key: string
    /** Permission keys that are worth nothing without this feature. */
    linkedPermissions?: string[]
    featureFlag?: TargetFlag
  }[]
  plans: {
    id: string
    /** Features that a tenant with this plan has. */
    includes: string[]
    /** Features that the rules below may give to others. */
    targets?: string[]
    rules?: TargetRule[]
    defaultTreatment?: Treatment
  }[]
}

/** What one tenant has bought; times are milliseconds since the epoch, -1 never expires. */
export interface TenantPlan {
  planId: string | null
  expireTime: number
  /** Features bought, or tried, one by one. */
  extras: { feature: string; expireTime: number }[]
}
