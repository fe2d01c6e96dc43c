import type {
  EntitlementResult,
  FeatureEntitlement,
  Justification,
  TargetFlag,
  TargetRule,
  Treatment,
  UserEntitlementsV2,
} from '../entities/entitlements.ts'
import { type AttributeSources, prepareAttributes } from './attributes.ts'
import { type Attributes, holds } from './condition.ts'

/** Seed 000 §9: an expiry that never comes. */
const NO_EXPIRY = -1

export interface EvaluationOptions extends AttributeSources {
  /** Milliseconds since the epoch. */
  now: number
}

const GRANTED: EntitlementResult = { isEntitled: true }
const refused = (justification: Justification): EntitlementResult => ({ isEntitled: false, justification })

const own = <Value>(table: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined =>
  table && Object.hasOwn(table, key) ? table[key] : undefined

const ruleHolds = (rule: TargetRule, attributes: Attributes): boolean =>
  Array.isArray(rule?.conditions) && rule.conditions.every((condition) => holds(condition, attributes))

const treatmentOf = (
  rules: readonly TargetRule[] | null | undefined,
  otherwise: Treatment,
  attributes: Attributes,
): Treatment => {
  const first = Array.isArray(rules) ? rules.find((rule) => ruleHolds(rule, attributes)) : undefined
  return first ? first.treatment : otherwise
}

const flagTreatment = (flag: TargetFlag, attributes: Attributes): Treatment =>
  flag.on ? treatmentOf(flag.rules, flag.defaultTreatment, attributes) : flag.offTreatment

type Direct = 'granted' | 'expired' | 'none'

const directGrant = ({ expireTime }: FeatureEntitlement, now: number): Direct => {
  if (typeof expireTime !== 'number' || Number.isNaN(expireTime)) return 'none'
  return expireTime === NO_EXPIRY || expireTime >= now ? 'granted' : 'expired'
}

const evaluateFeature = (
  context: UserEntitlementsV2 | null | undefined,
  key: string,
  attributes: Attributes,
  now: number,
): EntitlementResult => {
  const feature = own(context?.features, key)
  if (!context || !feature) return refused('MISSING_FEATURE')
  const direct = directGrant(feature, now)
  if (direct === 'granted') return GRANTED
  if (feature.featureFlag && flagTreatment(feature.featureFlag, attributes) === 'true') return GRANTED
  const byPlan = (feature.planIds ?? []).some((id) => {
    const plan = own(context.plans, id)
    return plan !== undefined && treatmentOf(plan.rules, plan.defaultTreatment, attributes) === 'true'
  })
  if (byPlan) return GRANTED
  return refused(direct === 'expired' ? 'BUNDLE_EXPIRED' : 'MISSING_FEATURE')
}

/**
 * Whether the user may use a feature: a direct grant, else the feature's flag, else the rules of its plans
 * (seed 000 §4). Never throws; odd data grants nothing.
 *
 * @example isEntitledToFeature({ features: {}, plans: {}, permissions: {} }, 'sso', { now: 0 }).justification // 'MISSING_FEATURE'
 */
export const isEntitledToFeature = (
  context: UserEntitlementsV2 | null | undefined,
  key: string,
  { now, ...sources }: EvaluationOptions,
): EntitlementResult => evaluateFeature(context, key, prepareAttributes(sources), now)

/**
 * Whether the user holds a permission and is entitled to every feature linked to it (seed 000 §4). `holdsKey` says
 * whether a held key, wildcards included, covers the asked one.
 */
export const isEntitledToPermission = (
  context: UserEntitlementsV2 | null | undefined,
  key: string,
  holdsKey: (held: readonly string[], asked: string) => boolean,
  { now, ...sources }: EvaluationOptions,
): EntitlementResult => {
  if (!context || !key || !holdsKey(Object.keys(context.permissions ?? {}), key)) return refused('MISSING_PERMISSION')
  const attributes = prepareAttributes(sources)
  const missing = Object.entries(context.features ?? {})
    .filter(([, feature]) => feature?.linkedPermissions?.includes(key))
    .map(([feature]) => evaluateFeature(context, feature, attributes, now))
    .filter((result) => !result.isEntitled)
  if (missing.length === 0) return GRANTED
  const expired = missing.some((result) => result.justification === 'BUNDLE_EXPIRED')
  return refused(expired ? 'BUNDLE_EXPIRED' : 'MISSING_FEATURE')
}
