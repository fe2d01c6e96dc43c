import type { PolicyKind, PolicyValues } from '../store/policy-kinds.ts'
import type { PolicyRecord } from '../store/records.ts'
import { idOf } from './seeded.ts'
import { tenantIdOf } from './tenants.ts'

const BY_PERMISSIONS = { visibility: 'byPermissions' }

/** Every entry but profile and privacy, so that what a person sees follows from her permissions alone. */
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

const VENDOR: PolicyValues = {
  vendor: { name: 'Front Entry Demo', logo: '', icon: '', whiteLabelMode: false },
  'portal-metadata': {
    navigation: {
      profile: { visibility: 'always' },
      privacy: { visibility: 'always' },
      ...Object.fromEntries(ENTRIES.map((entry) => [entry, BY_PERMISSIONS])),
    },
  },
  'feature-flags': { 'fe-roles-page': 'on', 'fe-usage-page': 'on' },
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
    secondaryAuthStrategies: [{ strategy: 'Passkeys', isActive: true }],
  },
  mfa: { enforceMFAType: 'DontForce' },
  lockout: { enabled: true, maxAttempts: 5 },
  'password-history': { enabled: true, historySize: 3 },
  password: { allowPassphrases: true, minLength: 10, maxLength: 128, minPhraseLength: 20, minOptionalTestsToPass: 2 },
}

const policy = <Kind extends PolicyKind>(kind: Kind, value: PolicyValues[Kind], tenant: string | null, at: number) => ({
  id: idOf(`policy ${kind} ${tenant}`),
  tenantId: tenant === null ? null : tenantIdOf(tenant),
  kind,
  value: JSON.stringify(value),
  createdAt: at,
  updatedAt: at,
})

/** The vendor's settings and the few that tenants have of their own. */
export const samplePolicies = (at: number): PolicyRecord[] => [
  // The keys of an object literal of this type are exactly the kinds.
  ...(Object.keys(VENDOR) as PolicyKind[]).map((kind) => policy(kind, VENDOR[kind], null, at)),
  policy('mfa', { enforceMFAType: 'Force' }, 'globex', at),
]
