import type { Policies } from '../domain/policies/policies.ts'
import type { DomainRuleRecord, PolicyRecord } from '../store/records.ts'
import { SAMPLE_BILLING } from './billing.ts'
import { SAMPLE_CATALOGUE, samplePlans } from './entitlements.ts'
import { idOf } from './seeded.ts'
import { tenantIdOf } from './tenants.ts'

const BY_PERMISSIONS = { visibility: 'byPermissions' }

/** Every entry but profile and privacy, so that what a user sees follows from their permissions alone. */
const ENTRIES = [
  'account',
  'users',
  'security',
  'audits',
  'allAccounts',
  'usage',
  'roles',
  'webhooks',
  'personalApiTokens',
  'apiTokens',
  'sso',
  'provisioning',
  'subscriptions',
  'groups',
]

/** What the demo sets; the rest are the backend's own defaults. */
const VENDOR: Partial<Policies> = {
  vendor: { name: 'Front Entry Demo', logo: '', icon: '', whiteLabelMode: false },
  'portal-metadata': {
    navigation: {
      profile: { visibility: 'always' },
      privacy: { visibility: 'always' },
      ...Object.fromEntries(ENTRIES.map((entry) => [entry, BY_PERMISSIONS])),
    },
  },
  'feature-flags': {
    'fe-roles-page': 'on',
    'fe-usage-page': 'on',
    'security-center-show-login-flows': 'on',
    'security-center-admin-portal-major-version': 'on',
    'show-passkeys-new': 'on',
    admin_portal_entitlements: 'on',
    admin_portal_use_entitlements_v2_endpoint: 'on',
  },
  'auth-strategies': {
    mainAuthStrategies: [{ strategy: 'EmailAndPassword' }],
    secondaryAuthStrategies: [
      { strategy: 'WebAuthnPlatform', isActive: false },
      { strategy: 'WebAuthnCrossPlatform', isActive: false },
      { strategy: 'SmsCode', isActive: false },
      { strategy: 'Passkeys', isActive: true },
    ],
  },
  'mfa-strategies': {
    strategies: [
      { strategy: 'AuthenticatorApp', isActive: true },
      { strategy: 'SMS', isActive: true },
      { strategy: 'EmailCode', isActive: true },
      { strategy: 'WebAuthnPlatform', isActive: true },
      { strategy: 'WebAuthnCrossPlatform', isActive: true },
    ],
  },
  'remember-device': { isAllowed: true, seconds: 14 * 86_400 },
  entitlements: SAMPLE_CATALOGUE,
  billing: SAMPLE_BILLING,
  'password-history': { enabled: true, historySize: 3 },
}

const policy = (kind: keyof Policies, value: Policies[keyof Policies], tenant: string | null, at: number) => ({
  id: idOf(`policy ${kind} ${tenant}`),
  tenantId: tenant === null ? null : tenantIdOf(tenant),
  kind,
  value: JSON.stringify(value),
  createdAt: at,
  updatedAt: at,
})

/** The vendor's settings and the few that tenants have of their own. */
export const samplePolicies = (at: number): PolicyRecord[] => [
  // The entries of an object of this type are its kinds with their values.
  ...(Object.entries(VENDOR) as [keyof Policies, Policies[keyof Policies]][]).map(([kind, value]) =>
    policy(kind, value, null, at),
  ),
  policy('mfa', { enforceMFAType: 'Force' }, 'globex', at),
  ...Object.entries(samplePlans(at)).map(([tenant, plan]) => policy('plan', plan, tenant, at)),
]

/** Ready for use and not in effect: the demo's accounts accept every email until an administrator turns this on. */
const DOMAIN_RULES = [
  ['acme', 'ALLOW', 'acme.test'],
  ['acme', 'BLOCK', 'mailinator.com'],
  ['acme', 'BLOCK', 'guerrillamail.com'],
  ['globex', 'ALLOW', 'globex.test'],
  ['globex', 'ALLOW', 'globex.example'],
] as const

export const sampleDomainRules = (at: number): DomainRuleRecord[] =>
  DOMAIN_RULES.map(([tenant, type, domain]) => ({
    id: idOf(`domain rule ${tenant} ${type} ${domain}`),
    tenantId: tenantIdOf(tenant),
    type,
    domain,
    createdAt: at,
  }))
