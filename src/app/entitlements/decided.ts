import type { EntitlementResult, UserEntitlementsV1 } from '../../entities/entitlements.ts'
import type { Entitlements } from '../../entitlements/engine.ts'

type Missing = 'MISSING_FEATURE' | 'MISSING_PERMISSION'

const lookUp = (table: unknown, key: string, missing: Missing): EntitlementResult => {
  const known = typeof table === 'object' && table !== null && Object.hasOwn(table, key)
  const entry = known ? (table as UserEntitlementsV1['features'])[key] : undefined
  if (!entry) return { isEntitled: false, justification: missing }
  return entry.isEntitled ? { isEntitled: true } : { isEntitled: false, justification: entry.justification }
}

/**
 * Wraps version 1 entitlements, which the server has already decided: keys are looked up unchanged, and attributes have
 * no effect.
 */
export const decidedEntitlements = ({ features, permissions }: UserEntitlementsV1): Entitlements => ({
  toFeature: (key) => lookUp(features, key, 'MISSING_FEATURE'),
  toPermission: (key) => lookUp(permissions, key, 'MISSING_PERMISSION'),
})
