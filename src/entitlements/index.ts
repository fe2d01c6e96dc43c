/** The entitlement engine: pure, without a DOM, and it never throws. */
export type { EntitlementResult, Justification, UserEntitlementsV2 } from '../entities/entitlements.ts'
export type { AttributeSources } from './attribute-sources.ts'
export { type Entitlements, isEntitledToFeature, isEntitledToPermission, openEntitlements } from './engine.ts'
