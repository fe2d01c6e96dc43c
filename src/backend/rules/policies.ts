import type { EnforceMfa, MfaStrategies } from '../../entities/mfa.ts'
import type { PasswordRules } from '../../entities/policies.ts'
import type {
  AuthStrategies,
  FeatureFlags,
  PortalConfiguration,
  PublicPolicy,
  VendorInfo,
} from '../../entities/portal.ts'
import { type EmailDomainRules, NO_DOMAIN_RULES } from '../../rules/email-domain.ts'
import { DEFAULT_PASSWORD_RULES } from '../../rules/password-rules.ts'
import type { PolicyRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

/** The kinds of `PolicyRecord`, each with the shape of its `value`. */
export interface Policies {
  /** Feature flags; the vendor's. */
  flags: FeatureFlags
  /** Theme, navigation and texts of the portal; the vendor's. */
  portal: PortalConfiguration
  vendor: VendorInfo
  public: PublicPolicy
  strategies: AuthStrategies
  'mfa-strategies': MfaStrategies
  mfa: { enforceMFAType: EnforceMfa }
  lockout: { enabled: boolean; maxAttempts: number }
  'password-history': { enabled: boolean; historySize: number }
  password: PasswordRules
  'email-domains': EmailDomainRules
  'invite-links': { tenantInvitationsAllowed: boolean; emailsEnabled: boolean }
  'temporary-users': { enabled: boolean }
}

export const POLICY_DEFAULTS: Policies = {
  flags: {},
  portal: {},
  vendor: { name: 'Front Entry', logo: '', icon: '', whiteLabelMode: false },
  public: {
    allowSignups: true,
    allowNotVerifiedUsersLogin: false,
    apiTokensEnabled: true,
    forcePermissions: false,
    authStrategy: 'EmailAndPassword',
    machineToMachineAuthStrategy: 'ClientCredentials',
  },
  strategies: {
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
}

const valueOf = <Kind extends keyof Policies>(kind: Kind, record: PolicyRecord): Policies[Kind] =>
  // Only this module's kinds are stored, written by handlers that checked the value.
  ({ ...POLICY_DEFAULTS[kind], ...JSON.parse(record.value) }) as Policies[Kind]

export const vendorPolicy = async <Kind extends keyof Policies>(
  store: Collections,
  kind: Kind,
): Promise<Policies[Kind]> => {
  const record = await store.policies.find({ tenantId: null, kind })
  return record ? valueOf(kind, record) : POLICY_DEFAULTS[kind]
}

/** The policy of the tenant, else the vendor's, else the default. */
export const policyOf = async <Kind extends keyof Policies>(
  store: Collections,
  kind: Kind,
  tenantId: string,
): Promise<Policies[Kind]> => {
  const record = await store.policies.find({ tenantId, kind })
  return record ? valueOf(kind, record) : vendorPolicy(store, kind)
}
