import type { EntitlementCatalogue } from '../domain/settings/entitlements.ts'
import type { TenantPlan } from '../domain/settings/plan.ts'
import { SAMPLE_SETTINGS } from './vendor-settings.ts'

const YEAR = 365 * 86_400_000

/** A product with three plans, with a feature for every way of getting one. */
export const SAMPLE_CATALOGUE = SAMPLE_SETTINGS.entitlements as EntitlementCatalogue

/**
 * Acme grew and let a trial expire a year after it was founded; Globex has every feature, Brightside has low limits.
 */
export const samplePlans = (founded: number): Readonly<Record<'acme' | 'globex' | 'brightside', TenantPlan>> => ({
  acme: {
    planId: 'growth',
    expireTime: -1,
    extras: [{ feature: 'priority-support', expireTime: founded + YEAR }],
  },
  globex: { planId: 'enterprise', expireTime: -1, extras: [] },
  brightside: { planId: 'growth', expireTime: -1, extras: [] },
})
