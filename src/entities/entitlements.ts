/** Why a feature or a permission is refused. */
export type Justification = 'MISSING_FEATURE' | 'MISSING_PERMISSION' | 'BUNDLE_EXPIRED'

/** Boolean as text. */
export type Treatment = 'true' | 'false'

/** Whether a feature or a permission is given, and why not. */
export interface EntitlementResult {
  isEntitled: boolean
  justification?: Justification
}

/** Version 1: the server has decided. */
export interface UserEntitlementsV1 {
  permissions: { [key: string]: EntitlementResult }
  features: { [key: string]: EntitlementResult }
}

export interface ConditionValue {
  list?: string[]
  string?: string
  number?: number
  start?: number | string
  end?: number | string
  boolean?: boolean
  date?: string | number
}

export interface TargetCondition {
  attribute: string
  op: string
  value: ConditionValue
  negate: boolean
}

/** `and`: all conditions hold. `or`: at least one does. */
export interface TargetGroup {
  conditionLogic: 'and' | 'or'
  conditions: (TargetCondition | TargetGroup)[]
}

export interface TargetRule extends TargetGroup {
  treatment: Treatment
}

export interface TargetFlag {
  on: boolean
  offTreatment: Treatment
  defaultTreatment: Treatment
  rules?: TargetRule[]
}

export interface FeatureEntitlement {
  planIds: string[]
  /** Milliseconds since the epoch; `null` for never. */
  expireTime: number | null
  linkedPermissions: string[]
  featureFlag?: TargetFlag
}

/** Version 2: the client decides by these rules. */
export interface UserEntitlementsV2 {
  features: { [key: string]: FeatureEntitlement }
  plans: { [id: string]: { defaultTreatment: Treatment; rules?: TargetRule[] } }
  /** Permission keys; a key with the value `false` is not held. */
  permissions: { [key: string]: boolean }
}
