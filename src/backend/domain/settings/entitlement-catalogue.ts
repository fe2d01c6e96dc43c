import type { TargetFlag, TargetRule, Treatment } from '../../../entities/entitlements.ts'

/** How often a tenant with a plan may use a feature. */
export interface FeatureLimit {
  feature: string
  /** Uses in a calendar month, in UTC. */
  perMonth: number
  /** Uses beyond the limit are refused. @default they are counted */
  isHard?: boolean
}

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
    /** Features without one may be used any number of times. */
    limits?: FeatureLimit[]
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
