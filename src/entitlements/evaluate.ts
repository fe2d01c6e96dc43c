import type {
  EntitlementResult,
  FeatureEntitlement,
  Justification,
  TargetFlag,
  TargetRule,
  UserEntitlementsV2,
} from '../entities/entitlements.ts'
import { coversPermissions } from '../rules/permission.ts'
import { groupHolds } from './group.ts'
import type { Direct, Query } from './query.ts'

/** Value of an expiry that never ends. */
const NO_EXPIRY = -1

export type Context = UserEntitlementsV2 | null | undefined

const GRANTED: EntitlementResult = { isEntitled: true }
export const refused = (justification: Justification): EntitlementResult => ({ isEntitled: false, justification })

const own = <Value>(table: Readonly<Record<string, Value>> | null | undefined, key: string): Value | undefined =>
  table && Object.hasOwn(table, key) ? table[key] : undefined

const ruleHolds = (rule: TargetRule, query: Query): boolean => {
  const matches = Array.isArray(rule?.conditions) && groupHolds(rule, query)
  if (query.isExhausted) query.gaveUp?.(rule)
  query.isExhausted = false
  query.note?.({ kind: 'rule', rule, matches })
  return matches
}

interface Targeting {
  rules?: TargetRule[] | null
  defaultTreatment: unknown
}

/** Returns the treatment of the first rule that matches, else the default. */
const treatmentOf = ({ rules, defaultTreatment }: Targeting, query: Query): unknown => {
  const first = Array.isArray(rules) ? rules.find((rule) => ruleHolds(rule, query)) : undefined
  return first ? first.treatment : defaultTreatment
}

const grantsByFlag = (flag: TargetFlag, query: Query): boolean => {
  const treatment = flag.on ? treatmentOf(flag, query) : flag.offTreatment
  query.note?.({ kind: 'flag', flag, treatment })
  return treatment === 'true'
}

const grantsByPlan = (context: UserEntitlementsV2, id: string, query: Query): boolean => {
  const plan = own(context.plans, id)
  const treatment = plan ? treatmentOf(plan, query) : undefined
  query.note?.({ kind: 'plan', id, treatment })
  return treatment === 'true'
}

/** A missing expiry, or one that is not a number, grants the feature, as in the published engine (cases 11 and 14). */
const directGrant = ({ expireTime }: { expireTime?: unknown }, now: number): Direct => {
  if (expireTime === undefined || Number.isNaN(expireTime)) return 'granted'
  if (typeof expireTime !== 'number') return 'none'
  return expireTime === NO_EXPIRY || expireTime >= now ? 'granted' : 'expired'
}

const evaluate = (context: UserEntitlementsV2, feature: FeatureEntitlement, query: Query): EntitlementResult => {
  const direct = directGrant(feature, query.now)
  query.note?.({ kind: 'direct', direct })
  if (direct === 'granted') return GRANTED
  if (feature.featureFlag && grantsByFlag(feature.featureFlag, query)) return GRANTED
  const { planIds } = feature
  if (Array.isArray(planIds) && planIds.some((id) => grantsByPlan(context, id, query))) return GRANTED
  return refused(direct === 'expired' ? 'BUNDLE_EXPIRED' : 'MISSING_FEATURE')
}

export const evaluateFeature = (context: Context, key: string, query: Query): EntitlementResult => {
  const feature = own(context?.features, key)
  const result = context && feature && key ? evaluate(context, feature, query) : refused('MISSING_FEATURE')
  query.note?.({ kind: 'feature', key })
  return result
}

const heldBy = (held: UserEntitlementsV2['permissions'] | null | undefined, key: string): string | undefined => {
  if (!held || !key) return undefined
  if (Object.hasOwn(held, key) && held[key] !== false) return key
  const covers = (pattern: string) =>
    pattern.includes('*') && held[pattern] !== false && coversPermissions([pattern], [key])
  return Object.keys(held).find(covers)
}

const isLinked = (feature: FeatureEntitlement | null, key: string): boolean =>
  Array.isArray(feature?.linkedPermissions) && feature.linkedPermissions.includes(key)

/** Returns the features that name exactly this permission key. */
const linkedTo = (features: Readonly<Record<string, FeatureEntitlement>>, key: string): string[] => {
  const ids: string[] = []
  // `Object.entries` would be most of the cost of a query with 200 features.
  for (const id in features) if (isLinked(features[id] ?? null, key) && Object.hasOwn(features, id)) ids.push(id)
  return ids
}

/** Requires every feature of a permission; among failures, an expired one is reported first. */
const evaluateLinked = (context: UserEntitlementsV2, key: string, query: Query): EntitlementResult => {
  let worst = GRANTED
  for (const id of query.linked ? (query.linked.get(key) ?? []) : linkedTo(context.features ?? {}, key)) {
    const result = evaluateFeature(context, id, query)
    if (!result.isEntitled && worst.justification !== 'BUNDLE_EXPIRED') worst = result
  }
  return worst
}

export const evaluatePermission = (context: Context, key: string, query: Query): EntitlementResult => {
  const by = heldBy(context?.permissions, key)
  query.note?.({ kind: 'held', by })
  return context && by !== undefined ? evaluateLinked(context, key, query) : refused('MISSING_PERMISSION')
}
