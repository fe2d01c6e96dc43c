import type { TargetFlag, TargetRule, Treatment } from '../../../entities/entitlements.ts'

/** The number of times that a tenant with a plan may use a feature. */
export interface FeatureLimit {
  feature: string
  /** Uses per calendar month, in UTC. */
  perMonth: number
  /** Whether uses beyond the limit are refused. @default they are counted */
  isHard?: boolean
}

/** The features that the vendor sells, and the plans that contain them. */
export interface EntitlementCatalogue {
  features: {
    key: string
    /** Permission keys that have no effect without this feature. */
    linkedPermissions?: string[]
    featureFlag?: TargetFlag
  }[]
  plans: {
    id: string
    /** Features that a tenant with this plan has. */
    includes: string[]
    /** Limits of features; features without one may be used any number of times. */
    limits?: FeatureLimit[]
    /** Features that the rules below may grant to other users. */
    targets?: string[]
    rules?: TargetRule[]
    defaultTreatment?: Treatment
  }[]
}

/** The plan and features that a tenant has bought. Times are milliseconds since the epoch; -1 never expires. */
export interface TenantPlan {
  planId: string | null
  expireTime: number
  /** Features that were bought or tried individually. */
  extras: { feature: string; expireTime: number }[]
}
