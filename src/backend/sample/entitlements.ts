import type { EntitlementCatalogue, TenantPlan } from '../domain/settings/entitlement-catalogue.ts'
import { SAMPLE_SETTINGS } from './vendor-settings.ts'

const YEAR = 365 * 86_400_000

/** A product with three plans: something of every kind that a feature can come by. */
export const SAMPLE_CATALOGUE = SAMPLE_SETTINGS.entitlements as EntitlementCatalogue

/** Acme grows and has let a trial run out, a year after it was founded; Globex has everything, Brightside little room. */
export const samplePlans = (founded: number): Readonly<Record<'acme' | 'globex' | 'brightside', TenantPlan>> => ({
  acme: {
    planId: 'growth',
    expireTime: -1,
    extras: [{ feature: 'priority-support', expireTime: founded + YEAR }],
  },
  globex: { planId: 'enterprise', expireTime: -1, extras: [] },
  brightside: { planId: 'growth', expireTime: -1, extras: [] },
})
