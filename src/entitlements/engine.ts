import type { EntitlementResult, Justification, TargetRule } from '../entities/entitlements.ts'
import type { AttributeSources } from './attribute-sources.ts'
import { type Context, evaluateFeature, evaluatePermission, refused } from './evaluate.ts'
import { MAX_STEPS, type Query } from './query.ts'

type Evaluate = (context: Context, key: string, query: Query) => EntitlementResult

/**
 * Creates a query. This is the only place, because an engine that copied it into an object of another shape took three
 * times as long.
 */
export const queryOf = (
  sources: AttributeSources | null | undefined,
  now: number,
  gaveUp?: Query['gaveUp'],
): Query => ({
  sources: sources ?? {},
  now,
  steps: MAX_STEPS,
  gaveUp,
})

/** Returns the result of an evaluation. A getter or proxy may throw; the caller then gets a negative result. */
export const resultOf = (
  evaluate: Evaluate,
  otherwise: Justification,
  [context, key, query]: Parameters<Evaluate>,
): EntitlementResult => {
  try {
    return { ...evaluate(context, key, query) }
  } catch {
    return refused(otherwise)
  }
}

/**
 * Returns whether the user may use a feature: decided by a direct grant, else by the feature's flag, else by the rules
 * of its plans. Never throws and changes nothing; malformed data grants nothing.
 *
 * @param key Feature key.
 * @param entitlements Response of the v2 endpoint.
 * @param attributes Attributes that rules read: the host's own values, and the user.
 * @param now Milliseconds since the epoch. @default the clock
 * @example isEntitledToFeature('sso', { features: {}, plans: {}, permissions: {} }, {}) // { isEntitled: false, justification: 'MISSING_FEATURE' }
 */
export const isEntitledToFeature = (
  key: string,
  entitlements: Context,
  attributes?: AttributeSources,
  now: number = Date.now(),
): EntitlementResult => resultOf(evaluateFeature, 'MISSING_FEATURE', [entitlements, key, queryOf(attributes, now)])

const linksOf = (context: Context): Map<string, string[]> => {
  const links = new Map<string, string[]>()
  for (const [id, feature] of Object.entries(context?.features ?? {})) {
    const keys: unknown = feature?.linkedPermissions
    for (const key of new Set<string>(Array.isArray(keys) ? keys : [])) links.set(key, [...(links.get(key) ?? []), id])
  }
  return links
}

/** Above this number of queries for the same features in one task, an index of linked features pays off. */
const FEW_QUERIES = 32

/** Queries of the current task, by the features they read; the entry is deleted when the task ends. */
const turns = new WeakMap<object, { queries: number; links?: Map<string, string[]> }>()

/** Returns `undefined` for few queries: those look up linked features themselves, so data may change between them. */
const linksInOneTurn = (context: Context): Map<string, string[]> | undefined => {
  const features = context?.features
  if (typeof features !== 'object' || features === null) return undefined
  const turn = turns.get(features) ?? { queries: 0 }
  if (turn.queries === 0) {
    turns.set(features, turn)
    queueMicrotask(() => turns.delete(features))
  }
  turn.queries += 1
  if (turn.queries > FEW_QUERIES) turn.links ??= linksOf(context)
  return turn.links
}

const evaluateInOneGo: Evaluate = (context, key, query) => {
  query.linked = linksInOneTurn(context)
  return evaluatePermission(context, key, query)
}

/**
 * Returns whether the user holds a permission, wildcards included, and is entitled to every feature linked to it. Never
 * throws and changes nothing. Replace entitlements instead of mutating them: when dozens of queries run without an
 * `await` between them, later ones may miss a change of a feature's links.
 *
 * @param key Permission key, without wildcards.
 * @example isEntitledToPermission('fe.read', { features: {}, plans: {}, permissions: { 'fe.*': true } }, {}) // { isEntitled: true }
 */
export const isEntitledToPermission = (
  key: string,
  entitlements: Context,
  attributes?: AttributeSources,
  now: number = Date.now(),
): EntitlementResult => resultOf(evaluateInOneGo, 'MISSING_PERMISSION', [entitlements, key, queryOf(attributes, now)])

/** Checks of many features and permissions against the same entitlements. */
export interface Entitlements {
  toFeature(key: string, attributes?: AttributeSources, now?: number): EntitlementResult
  toPermission(key: string, attributes?: AttributeSources, now?: number): EntitlementResult
}

/** Options of {@link openEntitlements}. */
interface EntitlementsOptions {
  /** Called at each evaluation of a rule whose pattern takes too many steps; its condition counts as not satisfied. */
  onGiveUp?(rule: TargetRule): void
}

/**
 * Returns checks with the same results for many queries; they look up a permission's features only once. Don't mutate
 * the entitlements afterwards; open new ones instead.
 *
 * @example openEntitlements({ features: {}, plans: {}, permissions: { 'fe.*': true } }).toPermission('fe.read') // { isEntitled: true }
 */
export const openEntitlements = (entitlements: Context, { onGiveUp }: EntitlementsOptions = {}): Entitlements => {
  let links: Map<string, string[]> | undefined
  const evaluateLinked: Evaluate = (context, key, query) => {
    links ??= linksOf(context)
    query.linked = links
    return evaluatePermission(context, key, query)
  }
  return {
    toFeature: (key, attributes, now = Date.now()) =>
      resultOf(evaluateFeature, 'MISSING_FEATURE', [entitlements, key, queryOf(attributes, now, onGiveUp)]),
    toPermission: (key, attributes, now = Date.now()) =>
      resultOf(evaluateLinked, 'MISSING_PERMISSION', [entitlements, key, queryOf(attributes, now, onGiveUp)]),
  }
}
