import { emailDomainsSetting } from '../domain/settings/email-domains.ts'
import { mfaSetting } from '../domain/settings/mfa.ts'
import { planSetting } from '../domain/settings/plan.ts'
import type { Setting } from '../domain/settings/setting.ts'
import { stableId } from '../stable-id.ts'
import type { DomainRuleRecord, PolicyRecord } from '../store/records.ts'
import { samplePlans } from './entitlements.ts'
import { tenantIdOf } from './tenants.ts'

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
