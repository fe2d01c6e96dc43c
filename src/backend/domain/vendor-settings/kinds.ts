import type { SettingValues } from '../settings/all-settings.ts'

/** The keys of the file, in the order in which it is written, with the kind of the vendor’s setting that stores each. */
export const SECTION_KINDS = {
  application: 'vendor',
  portal: 'portal-metadata',
  featureFlags: 'feature-flags',
  waysToSignIn: 'auth-strategies',
  mfaStrategies: 'mfa-strategies',
  signInPolicy: 'public-policy',
  socialProviders: 'social-providers',
  customSocialProviders: 'custom-social-providers',
  captcha: 'captcha',
  rememberDevice: 'remember-device',
  mfaPolicy: 'mfa',
  lockoutPolicy: 'lockout',
  passwordHistory: 'password-history',
  passwordRules: 'password',
  sessionLimits: 'sessions',
  emailDomains: 'email-domains',
  inviteLinks: 'invite-links',
  temporaryUsers: 'temporary-users',
  groups: 'groups',
  apiTokens: 'api-tokens',
  entitlements: 'entitlements',
  defaultPlan: 'plan',
  billing: 'billing',
} as const satisfies Record<string, keyof SettingValues>

export type SectionName = keyof typeof SECTION_KINDS
export const SECTION_NAMES = Object.keys(SECTION_KINDS) as SectionName[]

/** The vendor's settings in the form of the file. Missing sections and fields have their defaults. */
export type VendorSettings = {
  [name in SectionName]?: Partial<SettingValues[(typeof SECTION_KINDS)[name]]>
}
