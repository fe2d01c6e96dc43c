import type { AllTables } from '../../contract/all.ts'

/** The contract's tables by purpose; `--only` accepts these names. */
export const GROUPS = {
  login: [
    'portal',
    'login',
    'session',
    'social',
    'authorization',
    'oauthServer',
    'federation',
    'ssoInitiation',
    'ssoSession',
    'linkOwner',
    'impersonation',
    'accountEntry',
  ],
  'sign-up': ['signUp', 'activation', 'invitation'],
  recovery: ['password', 'phoneReset'],
  mfa: ['mfa', 'mfaLogin', 'mfaDevices', 'passkeys', 'passkeyNames', 'rememberDevice', 'stepUp', 'confirmations'],
  profile: ['selfService', 'sessions', 'sessionLimits', 'phoneNumbers', 'quickPhone', 'pictures'],
  users: [
    'team',
    'users',
    'members',
    'memberMfa',
    'memberSecurity',
    'memberImpersonation',
    'inviteChecks',
    'inviteLinkConfiguration',
    'temporaryUserConfiguration',
    'breachedPasswordEmails',
    'guarantees',
    'recordSearch',
  ],
  roles: ['roles', 'permissions', 'roleList'],
  groups: ['groups', 'groupList'],
  'sub-accounts': ['subTenants', 'subTenantStatus', 'subTenantTree', 'accountPaths'],
  account: ['settings', 'accountAlias', 'tenantDeletion', 'metadata'],
  'api-tokens': ['tokensUser', 'tokensTenant', 'apiTokens', 'apiTokenPolicy', 'tokenGuarantors'],
  policies: [
    'policies',
    'sessionConfig',
    'lockoutGuard',
    'ipRestrictions',
    'ipRules',
    'domainRestrictions',
    'emailDomains',
    'securityCenter',
  ],
  sso: ['ssoSaml', 'ssoConfigs', 'ssoConnections', 'ssoTests', 'ssoEnforcement', 'samlSettings'],
  provisioning: ['provisioning', 'provisioningConnections', 'scim'],
  audits: ['audits', 'auditLog', 'reports', 'notifications'],
  webhooks: ['connectivity', 'webhooks', 'messageRecipients', 'slackApp', 'pausedSubscriptions'],
  billing: ['billing', 'planChanges', 'publicPlans'],
  entitlements: ['entitlements', 'usage', 'requestCounters'],
} as const satisfies Readonly<Record<string, readonly (keyof AllTables)[]>>

export type Group = keyof typeof GROUPS

export const GROUP_NAMES = Object.keys(GROUPS) as readonly Group[]

export const isGroup = (name: string): name is Group => Object.hasOwn(GROUPS, name)

const GROUP_OF_TABLE = new Map<string, Group>(
  GROUP_NAMES.flatMap((group) => GROUPS[group].map((table): [string, Group] => [table, group])),
)

/** Returns the group of a call such as `users.listUsersV3`. */
export const groupOf = (call: string): Group | undefined => GROUP_OF_TABLE.get(call.split('.')[0] ?? '')
