import type {
  InsightCode,
  Recommendation,
  RecommendationCode,
  SecurityCategory,
  SecurityMeta,
  Severity,
} from '../../../entities/security-center.ts'
import { CONTROLS, type Control } from '../../../navigation/field-places.ts'
import type { PortalPageName } from '../../../navigation/portal-page-name.ts'
import { securityScore, WORTH } from '../../../rules/security-score.ts'
import type { IconName } from '../../../ui/icon/icon.tsx'
import type { TabId } from '../security.state.ts'

/** The control that a recommendation refers to. */
interface Target {
  tab: TabId
  focus: string
  /** Name of the control's field. */
  field: string
}

const targetOf = (control: Control, focus: string = control): Target => ({ ...CONTROLS[control], focus })

const MFA = targetOf('mfa')
const LOCKOUT = targetOf('lockout')
const HISTORY = targetOf('history')
const IPS = targetOf('ips', 'config')
const DOMAINS = targetOf('domains', 'config')

/** The page that a recommendation refers to. */
export const PAGES: Readonly<Partial<Record<RecommendationCode, PortalPageName>>> = { CONFIGURE_SSO: 'sso' }

/** Controls of the recommendations. All others have an action on their card, or refer to another page. */
export const TARGETS: Readonly<Partial<Record<RecommendationCode, Target>>> = {
  FORCE_MFA: MFA,
  ENABLE_USER_LOCKOUT: LOCKOUT,
  STRENGTHEN_USER_LOCKOUT: LOCKOUT,
  ENABLE_PASSWORD_HISTORY: HISTORY,
  STRENGTHEN_PASSWORD_HISTORY: HISTORY,
  ENABLE_FORCE_RELOGIN: targetOf('reLogin'),
  SET_FORCE_RELOGIN: targetOf('reLogin'),
  ENABLE_SESSION_CONCURRENCY: targetOf('concurrent'),
  SET_SESSION_CONCURRENCY: targetOf('concurrent'),
  ENABLE_IDLE_SESSION: targetOf('idle'),
  SET_IDLE_SESSION: targetOf('idle'),
  ENABLE_IP_RESTRICTIONS: IPS,
  CHANGE_IP_TO_ALLOWLIST: IPS,
  ENABLE_DOMAIN_RESTRICTIONS: DOMAINS,
  CHANGE_DOMAIN_TO_ALLOWLIST: DOMAINS,
}

type CardAction =
  | 'SEND_RESET_BREACHED_PASSWORD_EMAIL'
  | 'ADJUST_FORCE_RELOGIN'
  | 'ADJUST_MAX_CONCURRENT_SESSIONS'
  | 'ADJUST_IDLE_TIMEOUT'

export const ACTIONS: Readonly<Partial<Record<RecommendationCode, CardAction>>> = {
  BREACHED_PASSWORDS_EXIST: 'SEND_RESET_BREACHED_PASSWORD_EMAIL',
  ENABLE_FORCE_RELOGIN: 'ADJUST_FORCE_RELOGIN',
  SET_FORCE_RELOGIN: 'ADJUST_FORCE_RELOGIN',
  ENABLE_SESSION_CONCURRENCY: 'ADJUST_MAX_CONCURRENT_SESSIONS',
  SET_SESSION_CONCURRENCY: 'ADJUST_MAX_CONCURRENT_SESSIONS',
  ENABLE_IDLE_SESSION: 'ADJUST_IDLE_TIMEOUT',
  SET_IDLE_SESSION: 'ADJUST_IDLE_TIMEOUT',
}

/** Used when the backend recommends no value. */
const DEFAULTS = { reloginSeconds: 7_776_000, maxSessions: 10, idleSeconds: 1_800, maxAttempts: 5, historySize: 5 }

/** Returns the values to set, as the backend recommends them. */
export const recommendedOf = ({ sessions, password }: SecurityMeta = {}): typeof DEFAULTS => ({
  reloginSeconds: sessions?.forceReloginRecommendation ?? DEFAULTS.reloginSeconds,
  maxSessions: sessions?.concurrencyRecommendation ?? DEFAULTS.maxSessions,
  idleSeconds: sessions?.idleTimeoutRecommendation ?? DEFAULTS.idleSeconds,
  maxAttempts: password?.userLockoutRecommendation ?? DEFAULTS.maxAttempts,
  historySize: password?.historyRecommendations ?? DEFAULTS.historySize,
})

export interface RecommendationCard {
  recommendation: Recommendation
  /** Points it adds; `undefined` if the backend uses other weights. */
  worth: number | undefined
}

const ORDER: readonly Severity[] = ['SEVERE', 'WARNING', 'INFO']

/** Returns the cards, most urgent first, and then by the points they add. */
export const cardsOf = (items: readonly Recommendation[], score: number): RecommendationCard[] => {
  // A backend may know codes that this version doesn't.
  const known = items.filter(({ code }) => code in WORTH)
  const isOurs = known.length === items.length && securityScore(known) === score
  return [...known]
    .sort((left, right) => {
      const bySeverity = ORDER.indexOf(left.severity) - ORDER.indexOf(right.severity)
      return bySeverity || WORTH[right.code] - WORTH[left.code]
    })
    .map((recommendation) => ({ recommendation, worth: isOurs ? WORTH[recommendation.code] : undefined }))
}

type Grade = 'good' | 'fair' | 'poor'

const GOOD = 80
const FAIR = 50

export const gradeOf = (score: number): Grade => {
  if (score >= GOOD) return 'good'
  return score >= FAIR ? 'fair' : 'poor'
}

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
