export type RecommendationCode =
  | 'FORCE_MFA'
  | 'BREACHED_PASSWORDS_EXIST'
  | 'ENABLE_USER_LOCKOUT'
  | 'STRENGTHEN_USER_LOCKOUT'
  | 'ENABLE_PASSWORD_HISTORY'
  | 'STRENGTHEN_PASSWORD_HISTORY'
  | 'ENABLE_FORCE_RELOGIN'
  | 'SET_FORCE_RELOGIN'
  | 'ENABLE_SESSION_CONCURRENCY'
  | 'SET_SESSION_CONCURRENCY'
  | 'ENABLE_IDLE_SESSION'
  | 'SET_IDLE_SESSION'
  | 'ENABLE_IP_RESTRICTIONS'
  | 'CHANGE_IP_TO_ALLOWLIST'
  | 'ENABLE_DOMAIN_RESTRICTIONS'
  | 'CHANGE_DOMAIN_TO_ALLOWLIST'
  | 'CONFIGURE_SSO'

export type InsightCode =
  | 'MFA_FORCED'
  | 'PARTIALLY_FORCED_MFA'
  | 'PARTIAL_MFA_USAGE'
  | 'FULL_MFA_USAGE'
  | 'BREACHED_PASSWORD_USERS_EXIST'
  | 'IMPROVE_LOCKOUT_POLICY'
  | 'IMPROVE_PASSWORD_HISTORY_POLICY'
  | 'NO_SESSION_SETTINGS'
  | 'PARTIAL_SESSION_SETTINGS'
  | 'FULL_SESSION_SETTINGS'
  | 'NO_IP_RESTRICTIONS'
  | 'IP_ALLOWLIST'
  | 'IP_DENYLIST'
  | 'NO_DOMAIN_RESTRICTIONS'
  | 'DOMAIN_ALLOWLIST'
  | 'DOMAIN_DENYLIST'
  | 'FULL_PASSWORD_SETTINGS'
export type SecurityCategory = 'MFA' | 'SESSIONS' | 'PASSWORD' | 'INACTIVITY' | 'IP' | 'DOMAIN' | 'SSO'
export type Severity = 'SEVERE' | 'WARNING' | 'INFO'

export interface SecurityMeta {
  totalUsers?: number
  mfa?: { enrolledUsersCount?: number }
  inactivity?: { staleUsersCount?: number }
  password?: {
    breachedPasswordUsersCount?: number
    historyRecommendations?: number
    userLockoutRecommendation?: number
  }
  sessions?: {
    configuredSessionSettings?: number
    forceReloginRecommendation?: number
    concurrencyRecommendation?: number
    idleTimeoutRecommendation?: number
  }
  restrictions?: { ipsCount?: number; domainsCount?: number }
}

export interface Recommendation {
  code: RecommendationCode
  severity: Severity
  category: SecurityCategory
  metadata?: SecurityMeta
}

export interface Insight {
  code: InsightCode
  category: SecurityCategory
  metadata?: SecurityMeta
}
