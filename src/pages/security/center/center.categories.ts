import type { InsightCode, SecurityCategory } from '../../../entities/security-center.ts'
import type { IconName } from '../../../ui/icon/icon.tsx'
import type { Target } from './center.cards.ts'

export const CATEGORY_TEXT = {
  MFA: 'categoryMfa',
  PASSWORD: 'categoryPassword',
  SESSIONS: 'categorySessions',
  INACTIVITY: 'categoryInactivity',
  IP: 'categoryIp',
  DOMAIN: 'categoryDomain',
  SSO: 'categorySso',
} as const satisfies Record<SecurityCategory, string>

/** Categories of the current configuration. Inactivity is missing, because it has users but no setting. */
export const INSIGHT_CATEGORIES = ['MFA', 'PASSWORD', 'SESSIONS', 'IP', 'DOMAIN'] as const

export const CATEGORY_ICON: Readonly<Record<SecurityCategory, IconName>> = {
  MFA: 'shield',
  PASSWORD: 'key',
  SESSIONS: 'monitor',
  INACTIVITY: 'clock',
  IP: 'globe',
  DOMAIN: 'mail',
  SSO: 'sso',
}

/** Links of the categories, each of which describes a whole tab. */
export const CATEGORY_TARGET: Readonly<Record<(typeof INSIGHT_CATEGORIES)[number], Omit<Target, 'field'>>> = {
  MFA: { tab: 'general', focus: 'mfa' },
  PASSWORD: { tab: 'general', focus: 'lockout' },
  SESSIONS: { tab: 'sessions', focus: 'idle' },
  IP: { tab: 'ip', focus: 'config' },
  DOMAIN: { tab: 'domains', focus: 'config' },
}

/** Insights that require no action. */
export const GOOD_INSIGHTS: readonly InsightCode[] = [
  'MFA_FORCED',
  'PARTIALLY_FORCED_MFA',
  'FULL_MFA_USAGE',
  'FULL_PASSWORD_SETTINGS',
  'FULL_SESSION_SETTINGS',
  'IP_ALLOWLIST',
  'DOMAIN_ALLOWLIST',
]
