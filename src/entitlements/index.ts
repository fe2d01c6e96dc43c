/** The entitlement engine (seed 000 §4, §5): pure, without a DOM, never throws. */
export type { EntitlementResult, Justification, UserEntitlementsV2 } from '../entities/entitlements.ts'
export { type AttributeSources, prepareAttributes } from './attributes.ts'
export { type EvaluationOptions, isEntitledToFeature, isEntitledToPermission } from './evaluate.ts'
