import { emailDomainsSetting } from '../domain/settings/email-domains.ts'
import type { EntitlementCatalog } from '../domain/settings/entitlements.ts'
import { mfaSetting } from '../domain/settings/mfa.ts'
import { planSetting, type TenantPlan } from '../domain/settings/plan.ts'
import type { Setting } from '../domain/settings/setting.ts'
import { stableId } from '../stable-id.ts'
import type { DomainRuleRecord, PolicyRecord } from '../store/records.ts'
import { tenantIdOf } from './tenants.ts'
import { SAMPLE_SETTINGS } from './vendor-settings.ts'

const YEAR = 365 * 86_400_000

/** A product with three plans, with a feature for every way of getting one. */
export const SAMPLE_CATALOG = SAMPLE_SETTINGS.entitlements as EntitlementCatalog

/**
 * Acme grew and let a trial expire a year after it was founded; Globex has every feature, Brightside has low limits.
 */
const samplePlans = (founded: number): Readonly<Record<'acme' | 'globex' | 'brightside', TenantPlan>> => ({
  acme: {
    planId: 'growth',
    expireTime: -1,
    extras: [{ feature: 'priority-support', expireTime: founded + YEAR }],
  },
  globex: { planId: 'enterprise', expireTime: -1, extras: [] },
  brightside: { planId: 'growth', expireTime: -1, extras: [] },
})

const policy = <Value>({ kind }: Setting<string, Value>, value: Value, tenant: string, at: number) => ({
  id: stableId(`policy ${kind} ${tenant}`),
  tenantId: tenantIdOf(tenant),
  kind,
  value: JSON.stringify(value),
  createdAt: at,
  updatedAt: at,
})

/** The few settings that tenants override. */
export const samplePolicies = (at: number): PolicyRecord[] => [
  policy(mfaSetting, { enforceMFAType: 'Force' }, 'globex', at),
  policy(mfaSetting, { enforceMFAType: 'Force' }, 'secura', at),
  policy(emailDomainsSetting, { active: true, listType: 'ALLOW', blockPublicDomains: true }, 'secura', at),
  ...Object.entries(samplePlans(at)).map(([tenant, plan]) => policy(planSetting, plan, tenant, at)),
]

/** Restrictions are on only for Secura: the other accounts accept every email until an administrator turns them on. */
const DOMAIN_RULES = [
  ['acme', 'ALLOW', 'acme.test'],
  ['acme', 'BLOCK', 'mailinator.com'],
  ['acme', 'BLOCK', 'guerrillamail.com'],
  ['globex', 'ALLOW', 'globex.test'],
  ['globex', 'ALLOW', 'globex.example'],
  ['secura', 'ALLOW', 'secure.test'],
] as const

export const sampleDomainRules = (at: number): DomainRuleRecord[] =>
  DOMAIN_RULES.map(([tenant, type, domain]) => ({
    id: stableId(`domain rule ${tenant} ${type} ${domain}`),
    tenantId: tenantIdOf(tenant),
    type,
    domain,
    createdAt: at,
  }))
