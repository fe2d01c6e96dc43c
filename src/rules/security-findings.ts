import type { EnforceMfa } from '../entities/mfa.ts'
import type { ListType, SessionConfig } from '../entities/policies.ts'
import type {
  Insight,
  InsightCode,
  Recommendation,
  RecommendationCode,
  SecurityCategory,
  SecurityMeta,
  Severity,
} from '../entities/security-center.ts'

/** Values that the security center recommends. */
const RECOMMENDED = {
  maxAttempts: 5,
  historySize: 5,
  idleSeconds: 1_800,
  reloginSeconds: 7_776_000,
  maxSessions: 10,
} as const

interface Restriction {
  /** The list in effect; `null` when nothing is restricted. */
  list: ListType | null
  /** Number of entries in that list. */
  count: number
}

/** Facts that recommendations and insights depend on. */
export interface SecurityState {
  /** Numbers of members who have joined. */
  users: { total: number; enrolled: number; breached: number; stale: number }
  mfa: EnforceMfa
  lockout: { enabled: boolean; maxAttempts: number }
  passwordHistory: { enabled: boolean; historySize: number }
  sessions: Required<SessionConfig>
  ips: Restriction
  domains: Restriction
  /** Number of enabled connections. */
  ssoConnections: number
}

interface Finding {
  category: SecurityCategory
  applies(state: SecurityState): boolean
}

const isTimeoutLong = (limit: { isActive: boolean; timeout: number }, seconds: number) =>
  limit.isActive && limit.timeout > seconds

const RECOMMENDATIONS: Readonly<Record<RecommendationCode, Finding & { severity: Severity }>> = {
  FORCE_MFA: { severity: 'SEVERE', category: 'MFA', applies: ({ mfa }) => mfa === 'DontForce' },
  BREACHED_PASSWORDS_EXIST: {
    severity: 'SEVERE',
    category: 'PASSWORD',
    applies: ({ users }) => users.breached > 0,
  },
  ENABLE_USER_LOCKOUT: { severity: 'WARNING', category: 'PASSWORD', applies: ({ lockout }) => !lockout.enabled },
  STRENGTHEN_USER_LOCKOUT: {
    severity: 'INFO',
    category: 'PASSWORD',
    applies: ({ lockout }) => lockout.enabled && lockout.maxAttempts > RECOMMENDED.maxAttempts,
  },
  ENABLE_PASSWORD_HISTORY: {
    severity: 'INFO',
    category: 'PASSWORD',
    applies: ({ passwordHistory }) => !passwordHistory.enabled,
  },
  STRENGTHEN_PASSWORD_HISTORY: {
    severity: 'INFO',
    category: 'PASSWORD',
    applies: ({ passwordHistory }) => passwordHistory.enabled && passwordHistory.historySize < RECOMMENDED.historySize,
  },
  ENABLE_FORCE_RELOGIN: {
    severity: 'WARNING',
    category: 'SESSIONS',
    applies: ({ sessions }) => !sessions.sessionTimeoutConfiguration.isActive,
  },
  SET_FORCE_RELOGIN: {
    severity: 'INFO',
    category: 'SESSIONS',
    applies: ({ sessions }) => isTimeoutLong(sessions.sessionTimeoutConfiguration, RECOMMENDED.reloginSeconds),
  },
  ENABLE_SESSION_CONCURRENCY: {
    severity: 'WARNING',
    category: 'SESSIONS',
    applies: ({ sessions }) => !sessions.sessionConcurrentConfiguration.isActive,
  },
  SET_SESSION_CONCURRENCY: {
    severity: 'INFO',
    category: 'SESSIONS',
    applies: ({ sessions: { sessionConcurrentConfiguration: limit } }) =>
      limit.isActive && limit.maxSessions > RECOMMENDED.maxSessions,
  },
  ENABLE_IDLE_SESSION: {
    severity: 'WARNING',
    category: 'SESSIONS',
    applies: ({ sessions }) => !sessions.sessionIdleTimeoutConfiguration.isActive,
  },
  SET_IDLE_SESSION: {
    severity: 'INFO',
    category: 'SESSIONS',
    applies: ({ sessions }) => isTimeoutLong(sessions.sessionIdleTimeoutConfiguration, RECOMMENDED.idleSeconds),
  },
  ENABLE_IP_RESTRICTIONS: { severity: 'INFO', category: 'IP', applies: ({ ips }) => ips.list === null },
  CHANGE_IP_TO_ALLOWLIST: { severity: 'INFO', category: 'IP', applies: ({ ips }) => ips.list === 'BLOCK' },
  ENABLE_DOMAIN_RESTRICTIONS: { severity: 'INFO', category: 'DOMAIN', applies: ({ domains }) => domains.list === null },
  CHANGE_DOMAIN_TO_ALLOWLIST: {
    severity: 'INFO',
    category: 'DOMAIN',
    applies: ({ domains }) => domains.list === 'BLOCK',
  },
  CONFIGURE_SSO: { severity: 'INFO', category: 'SSO', applies: ({ ssoConnections }) => ssoConnections === 0 },
}

const configuredSessionSettings = ({ sessions }: SecurityState): number =>
  Object.values(sessions).filter(({ isActive }) => isActive).length

const isLockoutWeak = ({ lockout }: SecurityState) => !lockout.enabled || lockout.maxAttempts > RECOMMENDED.maxAttempts

const isHistoryWeak = ({ passwordHistory: { enabled, historySize } }: SecurityState) =>
  !enabled || historySize < RECOMMENDED.historySize

const isOptional = ({ mfa }: SecurityState) => mfa === 'DontForce'
const hasUnenrolled = ({ users }: SecurityState) => users.enrolled < users.total

/** For MFA, sessions, IP addresses and domains, exactly one of each applies. */
const INSIGHTS: Readonly<Record<InsightCode, Finding>> = {
  MFA_FORCED: { category: 'MFA', applies: ({ mfa }) => mfa === 'Force' },
  PARTIALLY_FORCED_MFA: { category: 'MFA', applies: ({ mfa }) => mfa === 'ForceExceptSAML' },
  PARTIAL_MFA_USAGE: { category: 'MFA', applies: (state) => isOptional(state) && hasUnenrolled(state) },
  FULL_MFA_USAGE: { category: 'MFA', applies: (state) => isOptional(state) && !hasUnenrolled(state) },
  BREACHED_PASSWORD_USERS_EXIST: { category: 'PASSWORD', applies: ({ users }) => users.breached > 0 },
  IMPROVE_LOCKOUT_POLICY: { category: 'PASSWORD', applies: isLockoutWeak },
  IMPROVE_PASSWORD_HISTORY_POLICY: { category: 'PASSWORD', applies: isHistoryWeak },
  FULL_PASSWORD_SETTINGS: {
    category: 'PASSWORD',
    applies: (state) => state.users.breached === 0 && !isLockoutWeak(state) && !isHistoryWeak(state),
  },
  NO_SESSION_SETTINGS: { category: 'SESSIONS', applies: (state) => configuredSessionSettings(state) === 0 },
  PARTIAL_SESSION_SETTINGS: {
    category: 'SESSIONS',
    applies: (state) => [1, 2].includes(configuredSessionSettings(state)),
  },
  FULL_SESSION_SETTINGS: { category: 'SESSIONS', applies: (state) => configuredSessionSettings(state) === 3 },
  NO_IP_RESTRICTIONS: { category: 'IP', applies: ({ ips }) => ips.list === null },
  IP_ALLOWLIST: { category: 'IP', applies: ({ ips }) => ips.list === 'ALLOW' },
  IP_DENYLIST: { category: 'IP', applies: ({ ips }) => ips.list === 'BLOCK' },
  NO_DOMAIN_RESTRICTIONS: { category: 'DOMAIN', applies: ({ domains }) => domains.list === null },
  DOMAIN_ALLOWLIST: { category: 'DOMAIN', applies: ({ domains }) => domains.list === 'ALLOW' },
  DOMAIN_DENYLIST: { category: 'DOMAIN', applies: ({ domains }) => domains.list === 'BLOCK' },
}

/** Returns the facts behind a category, with the values recommended for it. */
const metadataOf = (category: SecurityCategory, state: SecurityState): SecurityMeta => {
  const { users, ips, domains } = state
  const facts: Partial<Record<SecurityCategory, SecurityMeta>> = {
    MFA: { mfa: { enrolledUsersCount: users.enrolled } },
    PASSWORD: {
      password: {
        breachedPasswordUsersCount: users.breached,
        historyRecommendations: RECOMMENDED.historySize,
        userLockoutRecommendation: RECOMMENDED.maxAttempts,
      },
    },
    SESSIONS: {
      sessions: {
        configuredSessionSettings: configuredSessionSettings(state),
        forceReloginRecommendation: RECOMMENDED.reloginSeconds,
        concurrencyRecommendation: RECOMMENDED.maxSessions,
        idleTimeoutRecommendation: RECOMMENDED.idleSeconds,
      },
    },
    IP: { restrictions: { ipsCount: ips.count } },
    DOMAIN: { restrictions: { domainsCount: domains.count } },
  }
  // No code is about inactivity alone, so every finding has its count.
  return { totalUsers: users.total, inactivity: { staleUsersCount: users.stale }, ...facts[category] }
}

const found = <Code extends string, Rule extends Finding>(
  rules: Readonly<Record<Code, Rule>>,
  state: SecurityState,
): { code: Code; rule: Rule }[] =>
  // The keys of the tables are the codes.
  (Object.entries(rules) as [Code, Rule][]).flatMap(([code, rule]) => (rule.applies(state) ? [{ code, rule }] : []))

export const recommendationsOf = (state: SecurityState): Recommendation[] =>
  found(RECOMMENDATIONS, state).map(({ code, rule: { severity, category } }) => ({
    code,
    severity,
    category,
    metadata: metadataOf(category, state),
  }))

export const insightsOf = (state: SecurityState): Insight[] =>
  found(INSIGHTS, state).map(({ code, rule: { category } }) => ({
    code,
    category,
    metadata: metadataOf(category, state),
  }))
