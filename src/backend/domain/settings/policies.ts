import type { MfaStrategies } from '../../../entities/mfa.ts'
import type { DomainRestrictionConfig, SessionConfig } from '../../../entities/policies.ts'
import type { GroupsConfiguration } from '../../../entities/team.ts'
import type { ApiTokenPolicy } from '../../../entities/tokens.ts'
import type { JsonObject } from '../../../entities/wire.ts'
import { NO_DOMAIN_RULES } from '../../../rules/email-domain.ts'
import { DEFAULT_PASSWORD_RULES } from '../../../rules/password-rules.ts'
import type { Ports } from '../../ports.ts'
import type { PolicyValues } from '../../store/policy-kinds.ts'
import type { PolicyRecord } from '../../store/records.ts'
import { type Collections, DuplicateError } from '../../store/store.ts'
import type { BillingCatalogue } from './billing-catalogue.ts'
import type { CaptchaSetting } from './captcha-setting.ts'
import type { EntitlementCatalogue, TenantPlan } from './entitlement-catalogue.ts'
import { type FlooredKind, isFloored, strictestOf } from './floors.ts'
import type { CustomSocialSetting, SocialSetting } from './social-settings.ts'

/** Every kind of policy: those in the store's own list, and those that only the handlers read. */
export interface Policies extends PolicyValues {
  'mfa-strategies': MfaStrategies
  /** Whether and how the account's list of domains applies; the list itself is `store.domainRules`. */
  'email-domains': DomainRestrictionConfig
  'invite-links': { tenantInvitationsAllowed: boolean; emailsEnabled: boolean }
  'temporary-users': { enabled: boolean }
  groups: GroupsConfiguration
  'remember-device': { isAllowed: boolean; seconds: number }
  'api-tokens': ApiTokenPolicy
  /** The plans and features that the vendor sells, followed by those that a tenant has. */
  entitlements: EntitlementCatalogue
  plan: TenantPlan
  /** Prices of the plans, and the changes that customers may make by themselves. */
  billing: BillingCatalogue
  'social-providers': { providers: SocialSetting[] }
  'custom-social-providers': { providers: CustomSocialSetting[] }
  sessions: Required<SessionConfig>
  captcha: CaptchaSetting
  /** The tenant's changes to its login box, which are `themeV2.loginBox` alone. */
  'custom-login': { loginBox: JsonObject }
}

export const POLICY_DEFAULTS: Policies = {
  'feature-flags': {},
  'portal-metadata': {},
  vendor: { name: 'Front Entry', logo: '', icon: '', whiteLabelMode: false },
  'public-policy': {
    allowSignups: true,
    allowNotVerifiedUsersLogin: false,
    apiTokensEnabled: true,
    forcePermissions: false,
    authStrategy: 'EmailAndPassword',
    machineToMachineAuthStrategy: 'ClientCredentials',
  },
  'auth-strategies': {
    mainAuthStrategies: [{ strategy: 'EmailAndPassword' }],
    secondaryAuthStrategies: [
      { strategy: 'WebAuthnPlatform', isActive: false },
      { strategy: 'WebAuthnCrossPlatform', isActive: false },
      { strategy: 'SmsCode', isActive: false },
      { strategy: 'Passkeys', isActive: false },
    ],
  },
  'mfa-strategies': {
    strategies: [
      { strategy: 'AuthenticatorApp', isActive: false },
      { strategy: 'SMS', isActive: false },
      { strategy: 'EmailCode', isActive: false },
      { strategy: 'WebAuthnPlatform', isActive: false },
      { strategy: 'WebAuthnCrossPlatform', isActive: false },
    ],
  },
  mfa: { enforceMFAType: 'DontForce' },
  lockout: { enabled: true, maxAttempts: 5 },
  'password-history': { enabled: false, historySize: 5 },
  password: DEFAULT_PASSWORD_RULES,
  'email-domains': NO_DOMAIN_RULES,
  'invite-links': { tenantInvitationsAllowed: true, emailsEnabled: true },
  'temporary-users': { enabled: true },
  groups: { enabled: true, rolesEnabled: true },
  'remember-device': { isAllowed: false, seconds: 14 * 86_400 },
  'api-tokens': { mustExpire: false, maxLifetimeMinutes: null },
  entitlements: { features: [], plans: [] },
  plan: { planId: null, expireTime: -1, extras: [] },
  billing: {
    seller: { name: '', lines: [] },
    plans: [],
    defaultPlanId: null,
    trialEnd: 'change_to_default',
    allowPlanDowngrade: true,
    allowPlanCancellation: true,
  },
  'social-providers': { providers: [] },
  'custom-social-providers': { providers: [] },
  sessions: {
    sessionTimeoutConfiguration: { isActive: false, timeout: 7_776_000 },
    sessionIdleTimeoutConfiguration: { isActive: false, timeout: 3_600 },
    sessionConcurrentConfiguration: { isActive: false, maxSessions: 10 },
  },
  'custom-login': { loginBox: {} },
  captcha: { enabled: false, siteKey: '', verifyUrl: '', secret: '', minScore: 0.5 },
}

const storedValue = <Kind extends keyof Policies>(kind: Kind, record: PolicyRecord): Policies[Kind] =>
  // Only kinds of this module are stored, and the handlers that write them have checked the value.
  ({ ...POLICY_DEFAULTS[kind], ...JSON.parse(record.value) }) as Policies[Kind]

export const vendorPolicy = async <Kind extends keyof Policies>(
  store: Collections,
  kind: Kind,
): Promise<Policies[Kind]> => {
  const record = await store.policies.find({ tenantId: null, kind })
  return record ? storedValue(kind, record) : POLICY_DEFAULTS[kind]
}

/** Returns the minimum that the vendor demands of every tenant, or `undefined` if it has set none. */
export const vendorFloor = async <Kind extends FlooredKind>(
  store: Collections,
  kind: Kind,
): Promise<Policies[Kind] | undefined> => {
  const record = await store.policies.find({ tenantId: null, kind })
  return record && storedValue(kind, record)
}

/** Returns the policy of the tenant, else the vendor's, else the default, but never less than the vendor demands. */
export const policyOf = async <Kind extends keyof Policies>(
  store: Collections,
  kind: Kind,
  tenantId: string,
): Promise<Policies[Kind]> => {
  const record = await store.policies.find({ tenantId, kind })
  if (!record) return vendorPolicy(store, kind)
  const own = storedValue(kind, record)
  if (!isFloored(kind)) return own
  const vendor = await store.policies.find({ tenantId: null, kind })
  return vendor ? strictestOf(kind, own, storedValue(kind, vendor)) : own
}

/** Returns the strictest policy of the accounts a user has joined, so that none can be bypassed through another. */
export const strictestFor = async <Kind extends FlooredKind>(
  store: Collections,
  kind: Kind,
  userId: string,
): Promise<Policies[Kind]> => {
  const places = await store.members.list({ userId, activated: true })
  const tenantIds = places.map(({ tenantId }) => tenantId)
  const records = await store.policies.list({ kind, tenantId: { in: [...tenantIds, null] } })
  const storedFor = (tenantId: string | null): Policies[Kind] | undefined => {
    const record = records.find((one) => one.tenantId === tenantId)
    return record && storedValue(kind, record)
  }
  const vendor = storedFor(null)
  const unset: Policies[Kind] = vendor ?? POLICY_DEFAULTS[kind]
  const strictest = (one: Policies[Kind], other: Policies[Kind]) => strictestOf(kind, one, other)
  const known = tenantIds.map((id): Policies[Kind] => storedFor(id) ?? unset)
  const floored: Policies[Kind][] = vendor ? [vendor, ...known] : known
  return floored.length > 0 ? floored.reduce(strictest) : unset
}

/** Creates or updates a policy of a tenant, or of the vendor if `tenantId` is `null`. */
export const savePolicy = async <Kind extends keyof Policies>(
  ports: Pick<Ports, 'clock' | 'random'> & { store: Collections },
  kind: Kind,
  tenantId: string | null,
  value: Policies[Kind],
): Promise<void> => {
  const { policies } = ports.store
  const now = ports.clock.now()
  const patch = { value: JSON.stringify(value), updatedAt: now }
  if (await policies.update({ tenantId, kind }, patch)) return
  try {
    await policies.insert({ id: ports.random.uuid(), tenantId, kind, createdAt: now, ...patch })
  } catch (error) {
    // Another call created the policy in the meantime.
    if (!(error instanceof DuplicateError)) throw error
    await policies.update({ tenantId, kind }, patch)
  }
}
