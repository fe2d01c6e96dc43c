import type { FieldPlace } from '../feature/page-fields.ts'

/** Names of the security page's tabs in a host's options and the portal's metadata. */
export const TAB_NAMES = {
  sessions: 'sessionManagement',
  general: 'generalSettings',
  ip: 'ipRestrictions',
  domains: 'domainRestrictions',
} as const

/** Controls of the security page, with the names of their fields there. */
export const CONTROLS = {
  mfa: { tab: 'general', field: 'mfa' },
  lockout: { tab: 'general', field: 'userLockout' },
  history: { tab: 'general', field: 'passwordHistory' },
  tokens: { tab: 'general', field: 'apiTokens' },
  idle: { tab: 'sessions', field: 'idleSessionTimeout' },
  reLogin: { tab: 'sessions', field: 'forceReLogin' },
  concurrent: { tab: 'sessions', field: 'maximumConcurrentSessions' },
  ips: { tab: 'ip', field: 'ipAddressRestrictions' },
  domains: { tab: 'domains', field: 'restrictSignupByEmailDomain' },
} as const satisfies Readonly<Record<string, { tab: keyof typeof TAB_NAMES; field: string }>>

export type Control = keyof typeof CONTROLS

export const placeOf = (control: Control): FieldPlace => {
  const { tab, field } = CONTROLS[control]
  return { page: 'security', tab: TAB_NAMES[tab], field }
}

/** Passkeys sign in without a password, so an app that hides second factors keeps them; view-only applies to both. */
export const PASSKEYS: FieldPlace = { page: 'privacy', field: 'mfa', outlivesHidden: true }
