import type { EntitlementResult, Justification, TargetRule } from '../entities/entitlements.ts'
import type { AttributeSources } from './attribute-sources.ts'
import { type Context, evaluateFeature, evaluatePermission, refused } from './evaluate.ts'
import { MAX_STEPS, type Query } from './query.ts'

type Evaluate = (context: Context, key: string, query: Query) => EntitlementResult

/** In one place: an engine that copied a query into an object of another shape took three times as long. */
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

/** A getter or a proxy may throw; the caller still gets a result, and the result is no. */
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
 * Whether the user may use a feature: a direct grant, else the feature's flag, else the rules of its plans.
 * Never throws and changes nothing; malformed data grants nothing.
 *
 * @param key of the feature
 * @param entitlements as the v2 endpoint returns them
 * @param attributes what rules look at: the host's own values, and the user
 * @param now milliseconds since the epoch. @default the clock
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

/** More than this many questions about the same features in one go are worth an index of what is linked. */
const FEW_QUESTIONS = 32

/** Questions of the running task by the features they are about; empty again when the task is over. */
const goes = new WeakMap<object, { questions: number; links?: Map<string, string[]> }>()

/** `undefined` for few questions: those find for themselves what is linked, so data may change between them. */
const linksInOneGo = (context: Context): Map<string, string[]> | undefined => {
  const features = context?.features
  if (typeof features !== 'object' || features === null) return undefined
  const go = goes.get(features) ?? { questions: 0 }
  if (go.questions === 0) {
    goes.set(features, go)
    queueMicrotask(() => goes.delete(features))
  }
  go.questions += 1
  if (go.questions > FEW_QUESTIONS) go.links ??= linksOf(context)
  return go.links
}

const evaluateInOneGo: Evaluate = (context, key, query) => {
  query.linked = linksInOneGo(context)
  return evaluatePermission(context, key, query)
}

/**
 * Whether the user holds a permission, wildcards included, and is entitled to every feature linked to it.
 * Never throws and changes nothing. Entitlements are replaced, not changed: of many questions in one go
 * (dozens without an `await` between them) later ones may not see that a feature's links were changed meanwhile.
 *
 * @param key of the permission, literal
 * @example isEntitledToPermission('fe.read', { features: {}, plans: {}, permissions: { 'fe.*': true } }, {}) // { isEntitled: true }
 */
export const isEntitledToPermission = (
  key: string,
  entitlements: Context,
  attributes?: AttributeSources,
  now: number = Date.now(),
): EntitlementResult => resultOf(evaluateInOneGo, 'MISSING_PERMISSION', [entitlements, key, queryOf(attributes, now)])

/** Many questions about the same entitlements. */
export interface Entitlements {
  toFeature(key: string, attributes?: AttributeSources, now?: number): EntitlementResult
  toPermission(key: string, attributes?: AttributeSources, now?: number): EntitlementResult
}

/** Of `openEntitlements`. */
interface EntitlementsOptions {
  /** Called with a rule whose pattern takes too many steps, at each evaluation; the condition counts as not satisfied. */
  onGiveUp?(rule: TargetRule): void
}

/**
 * The same results for many queries: which features a permission needs is looked up once. The entitlements must not
 * be changed afterwards; open new ones instead.
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
