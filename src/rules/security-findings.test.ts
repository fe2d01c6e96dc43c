import assert from 'node:assert/strict'
import { test } from 'node:test'
import { report } from '../backend/prove/report.test-kit.ts'
import type { InsightCode, RecommendationCode } from '../entities/security-center.ts'
import { insightsOf, recommendationsOf, type SecurityState } from './security-findings.ts'
import { MAX_SCORE, securityScore, WORTH } from './security-score.ts'

/** A tenant that follows every recommendation. */
const SAFE: SecurityState = {
  users: { total: 10, enrolled: 10, breached: 0, stale: 0 },
  mfa: 'Force',
  lockout: { enabled: true, maxAttempts: 5 },
  passwordHistory: { enabled: true, historySize: 5 },
  sessions: {
    sessionTimeoutConfiguration: { isActive: true, timeout: 7_776_000 },
    sessionIdleTimeoutConfiguration: { isActive: true, timeout: 1_800 },
    sessionConcurrentConfiguration: { isActive: true, maxSessions: 10 },
  },
  ips: { list: 'ALLOW', count: 2 },
  domains: { list: 'ALLOW', count: 1 },
  ssoConnections: 1,
}

const sessions = (patch: Partial<SecurityState['sessions']>) => ({ sessions: { ...SAFE.sessions, ...patch } })
const relogin = (isActive: boolean, timeout: number) => sessions({ sessionTimeoutConfiguration: { isActive, timeout } })
const idle = (isActive: boolean, timeout: number) =>
  sessions({ sessionIdleTimeoutConfiguration: { isActive, timeout } })
const many = (isActive: boolean, maxSessions: number) =>
  sessions({ sessionConcurrentConfiguration: { isActive, maxSessions } })
const users = (patch: Partial<SecurityState['users']>) => ({ users: { ...SAFE.users, ...patch } })

const NOTHING_SET: Partial<SecurityState> = {
  sessions: {
    sessionTimeoutConfiguration: { isActive: false, timeout: 1 },
    sessionIdleTimeoutConfiguration: { isActive: false, timeout: 1 },
    sessionConcurrentConfiguration: { isActive: false, maxSessions: 1 },
  },
}

type Case = readonly [appears: Partial<SecurityState>, fixed: Partial<SecurityState>]

const RECOMMENDATIONS: Record<RecommendationCode, Case> = {
  FORCE_MFA: [{ mfa: 'DontForce' }, { mfa: 'ForceExceptSAML' }],
  BREACHED_PASSWORDS_EXIST: [users({ breached: 1 }), users({ breached: 0 })],
  ENABLE_USER_LOCKOUT: [{ lockout: { enabled: false, maxAttempts: 5 } }, {}],
  STRENGTHEN_USER_LOCKOUT: [
    { lockout: { enabled: true, maxAttempts: 6 } },
    { lockout: { enabled: true, maxAttempts: 5 } },
  ],
  ENABLE_PASSWORD_HISTORY: [{ passwordHistory: { enabled: false, historySize: 9 } }, {}],
  STRENGTHEN_PASSWORD_HISTORY: [
    { passwordHistory: { enabled: true, historySize: 4 } },
    { passwordHistory: { enabled: true, historySize: 5 } },
  ],
  ENABLE_FORCE_RELOGIN: [relogin(false, 60), relogin(true, 60)],
  SET_FORCE_RELOGIN: [relogin(true, 7_776_001), relogin(true, 7_776_000)],
  ENABLE_SESSION_CONCURRENCY: [many(false, 1), many(true, 1)],
  SET_SESSION_CONCURRENCY: [many(true, 11), many(true, 10)],
  ENABLE_IDLE_SESSION: [idle(false, 60), idle(true, 60)],
  SET_IDLE_SESSION: [idle(true, 1_801), idle(true, 1_800)],
  ENABLE_IP_RESTRICTIONS: [{ ips: { list: null, count: 3 } }, {}],
  CHANGE_IP_TO_ALLOWLIST: [{ ips: { list: 'BLOCK', count: 3 } }, {}],
  ENABLE_DOMAIN_RESTRICTIONS: [{ domains: { list: null, count: 0 } }, {}],
  CHANGE_DOMAIN_TO_ALLOWLIST: [{ domains: { list: 'BLOCK', count: 0 } }, {}],
  CONFIGURE_SSO: [{ ssoConnections: 0 }, { ssoConnections: 2 }],
}

const LAX = { mfa: 'DontForce' } as const

const INSIGHTS: Record<InsightCode, Case> = {
  MFA_FORCED: [{ mfa: 'Force' }, { mfa: 'ForceExceptSAML' }],
  PARTIALLY_FORCED_MFA: [{ mfa: 'ForceExceptSAML' }, { mfa: 'Force' }],
  PARTIAL_MFA_USAGE: [{ ...LAX, ...users({ enrolled: 9 }) }, LAX],
  FULL_MFA_USAGE: [LAX, { ...LAX, ...users({ enrolled: 9 }) }],
  BREACHED_PASSWORD_USERS_EXIST: [users({ breached: 3 }), {}],
  IMPROVE_LOCKOUT_POLICY: [{ lockout: { enabled: true, maxAttempts: 6 } }, {}],
  IMPROVE_PASSWORD_HISTORY_POLICY: [{ passwordHistory: { enabled: true, historySize: 4 } }, {}],
  FULL_PASSWORD_SETTINGS: [{}, users({ breached: 1 })],
  NO_SESSION_SETTINGS: [NOTHING_SET, idle(false, 60)],
  PARTIAL_SESSION_SETTINGS: [idle(false, 60), {}],
  FULL_SESSION_SETTINGS: [{}, many(false, 1)],
  NO_IP_RESTRICTIONS: [{ ips: { list: null, count: 0 } }, {}],
  IP_ALLOWLIST: [{}, { ips: { list: 'BLOCK', count: 2 } }],
  IP_DENYLIST: [{ ips: { list: 'BLOCK', count: 2 } }, {}],
  NO_DOMAIN_RESTRICTIONS: [{ domains: { list: null, count: 0 } }, {}],
  DOMAIN_ALLOWLIST: [{}, { domains: { list: 'BLOCK', count: 2 } }],
  DOMAIN_DENYLIST: [{ domains: { list: 'BLOCK', count: 2 } }, {}],
}

const codesOf = (found: readonly { code: string }[]) => found.map(({ code }) => code)
const recommended = (patch: Partial<SecurityState>) => codesOf(recommendationsOf({ ...SAFE, ...patch }))
const insights = (patch: Partial<SecurityState>) => codesOf(insightsOf({ ...SAFE, ...patch }))

test('a tenant that follows every recommendation has none and the full score', () => {
  assert.deepEqual(recommended({}), [])
  assert.equal(securityScore([]), MAX_SCORE)
})

for (const [code, [open, fixed]] of Object.entries(RECOMMENDATIONS)) {
  test(`${code} is the only recommendation under its condition, and disappears when that is fixed`, () => {
    assert.deepEqual(recommended(open), [code])
    assert.deepEqual(recommended(fixed), [])
  })
}

for (const [code, [open, other]] of Object.entries(INSIGHTS)) {
  test(`${code} is shown under its condition only`, () => {
    assert.ok(insights(open).includes(code))
    assert.ok(!insights(other).includes(code))
  })
}

test('all recommendations and insights are among these cases', () => {
  const wrong = [
    ...Object.entries(RECOMMENDATIONS)
      .filter(([code, [open, fixed]]) => recommended(open).join() !== code || recommended(fixed).length > 0)
      .map(([code]) => code),
    ...Object.entries(INSIGHTS)
      .filter(([code, [open, other]]) => !insights(open).includes(code) || insights(other).includes(code))
      .map(([code]) => code),
  ]
  const [recommendations, others] = [Object.keys(RECOMMENDATIONS).length, Object.keys(INSIGHTS).length]
  report({
    row: 55,
    wanted: '17 recommendations and 17 insights: each appears under its condition and goes when that is fixed',
    reached: `${recommendations} recommendations and ${others} insights: ${wrong.length} wrong`,
    ok: wrong.length === 0 && recommendations === 17 && others === 17,
  })
  assert.deepEqual(wrong, [])
})

test('each finding contains the number of users and matches its category', () => {
  const state: SecurityState = {
    ...SAFE,
    ...users({ total: 40, enrolled: 12, breached: 3, stale: 5 }),
    mfa: 'DontForce',
  }
  const [mfa, breached] = recommendationsOf(state)
  const shared = { totalUsers: 40, inactivity: { staleUsersCount: 5 } }
  assert.deepEqual(mfa?.metadata, { ...shared, mfa: { enrolledUsersCount: 12 } })
  assert.deepEqual(breached?.metadata?.password, {
    breachedPasswordUsersCount: 3,
    historyRecommendations: 5,
    userLockoutRecommendation: 5,
  })
  const byCode = Object.fromEntries(insightsOf(state).map(({ code, metadata }) => [code, metadata]))
  assert.deepEqual(byCode.FULL_SESSION_SETTINGS, {
    ...shared,
    sessions: {
      configuredSessionSettings: 3,
      forceReloginRecommendation: 7_776_000,
      concurrencyRecommendation: 10,
      idleTimeoutRecommendation: 1_800,
    },
  })
  assert.deepEqual(byCode.IP_ALLOWLIST, { ...shared, restrictions: { ipsCount: 2 } })
  assert.deepEqual(byCode.DOMAIN_ALLOWLIST, { ...shared, restrictions: { domainsCount: 1 } })
})

test('the score is 0 when nothing is set up, and each recommendation adds exactly what it is worth', () => {
  const worst = recommendationsOf({
    ...SAFE,
    ...NOTHING_SET,
    ...users({ breached: 1 }),
    mfa: 'DontForce',
    lockout: { enabled: false, maxAttempts: 5 },
    passwordHistory: { enabled: false, historySize: 5 },
    ips: { list: null, count: 0 },
    domains: { list: null, count: 0 },
    ssoConnections: 0,
  })
  assert.equal(securityScore(worst), 0)
  for (const one of worst) {
    const rest = worst.filter((other) => other !== one)
    assert.equal(securityScore(rest) - securityScore(worst), WORTH[one.code])
  }
})
