import type { InsightCode, RecommendationCode } from '../../entities/security-center.ts'
import type { Random } from '../../testing/random.ts'
import { aMemberRecord, aTenantRecord } from '../../testing/records.ts'
import type { Kit } from './kit.test-kit.ts'

const DAY = 86_400_000
const NINETY_DAYS = 90 * DAY

interface RandomTenant {
  id: string
  members: ReturnType<typeof aMemberRecord>[]
  /** The tenant's own policies, by kind. */
  policies: ReturnType<typeof policiesOf>
  connections: boolean[]
  /** The lists of its email domain rules. */
  domainLists: List[]
  /** Its IP restrictions; without a configuration the default applies. */
  ips: { config?: { isActive: boolean; strategy: List }; rules: { strategy: List; isActive: boolean }[] }
}

type List = 'ALLOW' | 'BLOCK'

const LISTS: readonly List[] = ['ALLOW', 'BLOCK']

/** Returns the value, or sometimes `undefined`, so that the default applies. */
const maybe = <Value>(random: Random, value: Value): Value | undefined => (random.chance(0.2) ? undefined : value)

const memberOf = (random: Random, tenantId: string, at: number, now: number) =>
  aMemberRecord({
    id: `${tenantId}-${at}`,
    tenantId,
    userId: `${tenantId}-user${at}`,
    activated: random.chance(0.8),
    mfaEnrolled: random.chance(0.5),
    isBreachedPassword: random.chance(0.1),
    createdAt: now - random.below(200) * DAY,
    lastLogin: random.chance(0.3) ? null : now - random.pick([0, 1, 89, 90, 91, 300]) * DAY,
  })

const limit = (random: Random, values: readonly number[]) => ({
  isActive: random.chance(0.6),
  timeout: random.pick(values),
})

const policiesOf = (random: Random) => ({
  mfa: maybe(random, { enforceMFAType: random.pick(['DontForce', 'Force', 'ForceExceptSAML']) }),
  lockout: maybe(random, { enabled: random.chance(0.6), maxAttempts: random.pick([1, 4, 5, 6, 10]) }),
  'password-history': maybe(random, { enabled: random.chance(0.6), historySize: random.pick([1, 4, 5, 6, 10]) }),
  sessions: maybe(random, {
    sessionTimeoutConfiguration: limit(random, [60, 7_775_999, 7_776_000, 7_776_001]),
    sessionIdleTimeoutConfiguration: limit(random, [60, 1_799, 1_800, 1_801, 3_600]),
    sessionConcurrentConfiguration: { isActive: random.chance(0.6), maxSessions: random.pick([1, 9, 10, 11]) },
  }),
  'email-domains': maybe(random, {
    active: random.chance(0.7),
    listType: random.pick(LISTS),
    blockPublicDomains: random.chance(0.3),
  }),
})

export const randomTenant = (random: Random, id: string, now: number): RandomTenant => ({
  id,
  members: Array.from({ length: random.below(9) }, (_, at) => memberOf(random, id, at, now)),
  policies: policiesOf(random),
  connections: Array.from({ length: random.below(3) }, () => random.chance(0.5)),
  domainLists: random.chance(0.5) ? [] : [random.pick(LISTS)],
  ips: {
    config: maybe(random, { isActive: random.chance(0.7), strategy: random.pick(LISTS) }),
    rules: Array.from({ length: random.below(3) }, () => ({
      strategy: random.pick(LISTS),
      isActive: random.chance(0.7),
    })),
  },
})

export const storeTenants = async ({ store, time }: Kit, tenants: readonly RandomTenant[]): Promise<void> => {
  const at = { createdAt: time.now, updatedAt: time.now }
  await store.tenants.insertMany(tenants.map(({ id }) => aTenantRecord({ id, name: id })))
  await store.members.insertMany(tenants.flatMap(({ members }) => members))
  await store.policies.insertMany(
    tenants.flatMap(({ id, policies }) =>
      Object.entries(policies)
        .filter(([, value]) => value !== undefined)
        .map(([kind, value]) => ({ id: `${id} ${kind}`, tenantId: id, kind, value: JSON.stringify(value), ...at })),
    ),
  )
  await store.domainRules.insertMany(
    tenants.flatMap(({ id: tenantId, domainLists }) =>
      domainLists.map((type) => ({
        id: `${tenantId} domain`,
        tenantId,
        type,
        domain: 'acme.test',
        createdAt: time.now,
      })),
    ),
  )
  await storeIps(store, tenants, at)
  await store.ssoConnections.insertMany(
    tenants.flatMap(({ id, connections }) =>
      connections.map((enabled, index) => ({ ...CONNECTION, ...at, id: `${id} sso${index}`, tenantId: id, enabled })),
    ),
  )
}

const storeIps = async (
  store: Kit['store'],
  tenants: readonly RandomTenant[],
  at: { createdAt: number; updatedAt: number },
): Promise<void> => {
  await store.ipConfigs.insertMany(
    tenants.flatMap(({ id, ips }) => (ips.config ? [{ id, ...ips.config, revision: '1', ...at }] : [])),
  )
  await store.ipRestrictions.insertMany(
    tenants.flatMap(({ id: tenantId, ips }) =>
      ips.rules.map((rule, index) => ({
        ...rule,
        ...at,
        id: `${tenantId} ip${index}`,
        tenantId,
        ip: `203.0.113.${index}`,
        description: '',
      })),
    ),
  )
}

const CONNECTION = {
  type: 'saml',
  ssoEndpoint: '',
  idpEntityId: '',
  publicCertificate: '',
  signRequest: false,
  acsUrl: '',
  spEntityId: '',
  oidcClientId: '',
  oidcSecret: '',
  generatedVerification: '',
  roleIds: '[]',
  groups: '[]',
  skipEmailDomainValidation: false,
  allowIdpInitiated: false,
  configMetadata: '{}',
  guarantorId: null,
}

interface Expected {
  recommendations: RecommendationCode[]
  insights: InsightCode[]
  counts: { total: number; enrolled: number; breached: number; stale: number }
}

const countsOf = (tenant: RandomTenant, now: number): Expected['counts'] => {
  const counts = { total: 0, enrolled: 0, breached: 0, stale: 0 }
  for (const member of tenant.members) {
    if (!member.activated) continue
    counts.total += 1
    if (member.mfaEnrolled) counts.enrolled += 1
    if (member.isBreachedPassword) counts.breached += 1
    if (now - (member.lastLogin ?? member.createdAt) > NINETY_DAYS) counts.stale += 1
  }
  return counts
}

type Own = RandomTenant['policies']

const expectMfa = (own: Own, { recommendations, insights, counts }: Expected) => {
  const mfa = own.mfa?.enforceMFAType ?? 'DontForce'
  if (mfa === 'Force') insights.push('MFA_FORCED')
  if (mfa === 'ForceExceptSAML') insights.push('PARTIALLY_FORCED_MFA')
  if (mfa !== 'DontForce') return
  recommendations.push('FORCE_MFA')
  insights.push(counts.enrolled === counts.total ? 'FULL_MFA_USAGE' : 'PARTIAL_MFA_USAGE')
}

const expectPasswords = (own: Own, { recommendations, insights, counts }: Expected) => {
  const lockout = own.lockout ?? { enabled: true, maxAttempts: 5 }
  const history = own['password-history'] ?? { enabled: false, historySize: 5 }
  const before = insights.length
  if (counts.breached !== 0) recommendations.push('BREACHED_PASSWORDS_EXIST')
  if (counts.breached !== 0) insights.push('BREACHED_PASSWORD_USERS_EXIST')
  if (!lockout.enabled) recommendations.push('ENABLE_USER_LOCKOUT')
  else if (lockout.maxAttempts > 5) recommendations.push('STRENGTHEN_USER_LOCKOUT')
  if (!lockout.enabled || lockout.maxAttempts > 5) insights.push('IMPROVE_LOCKOUT_POLICY')
  if (!history.enabled) recommendations.push('ENABLE_PASSWORD_HISTORY')
  else if (history.historySize < 5) recommendations.push('STRENGTHEN_PASSWORD_HISTORY')
  if (!history.enabled || history.historySize < 5) insights.push('IMPROVE_PASSWORD_HISTORY_POLICY')
  if (insights.length === before) insights.push('FULL_PASSWORD_SETTINGS')
}

const expectSessions = (own: Own, { recommendations, insights }: Expected) => {
  const off = { isActive: false, timeout: 0, maxSessions: 0 }
  const relogin = own.sessions?.sessionTimeoutConfiguration ?? off
  const idle = own.sessions?.sessionIdleTimeoutConfiguration ?? off
  const many = own.sessions?.sessionConcurrentConfiguration ?? off
  if (!relogin.isActive) recommendations.push('ENABLE_FORCE_RELOGIN')
  else if (relogin.timeout > 90 * 86_400) recommendations.push('SET_FORCE_RELOGIN')
  if (!many.isActive) recommendations.push('ENABLE_SESSION_CONCURRENCY')
  else if (many.maxSessions > 10) recommendations.push('SET_SESSION_CONCURRENCY')
  if (!idle.isActive) recommendations.push('ENABLE_IDLE_SESSION')
  else if (idle.timeout > 30 * 60) recommendations.push('SET_IDLE_SESSION')
  const configured = Number(relogin.isActive) + Number(many.isActive) + Number(idle.isActive)
  if (configured === 0) insights.push('NO_SESSION_SETTINGS')
  else insights.push(configured === 3 ? 'FULL_SESSION_SETTINGS' : 'PARTIAL_SESSION_SETTINGS')
}

const expectRestrictions = ({ policies, domainLists }: RandomTenant, { recommendations, insights }: Expected) => {
  const own: Own = policies
  const domains = own['email-domains'] ?? { active: false, listType: 'ALLOW' as const, blockPublicDomains: false }
  const isListed = domainLists.includes(domains.listType)
  const refusesSome = domains.active && (domains.listType === 'ALLOW' || isListed || domains.blockPublicDomains)
  if (!refusesSome) {
    recommendations.push('ENABLE_DOMAIN_RESTRICTIONS')
    insights.push('NO_DOMAIN_RESTRICTIONS')
  } else if (domains.listType === 'ALLOW') insights.push('DOMAIN_ALLOWLIST')
  else {
    recommendations.push('CHANGE_DOMAIN_TO_ALLOWLIST')
    insights.push('DOMAIN_DENYLIST')
  }
}

const expectIps = ({ ips: { config, rules } }: RandomTenant, { recommendations, insights }: Expected) => {
  const blocks = rules.some(({ strategy, isActive }) => strategy === 'BLOCK' && isActive)
  if (config?.isActive && config.strategy === 'ALLOW') insights.push('IP_ALLOWLIST')
  else if (config?.isActive && blocks) {
    recommendations.push('CHANGE_IP_TO_ALLOWLIST')
    insights.push('IP_DENYLIST')
  } else {
    recommendations.push('ENABLE_IP_RESTRICTIONS')
    insights.push('NO_IP_RESTRICTIONS')
  }
}

/**
 * Computes the expected results without the product's rules, with loops over the generated rows and one condition after
 * another.
 */
export const expectedOf = (tenant: RandomTenant, now: number): Expected => {
  const expected: Expected = { recommendations: [], insights: [], counts: countsOf(tenant, now) }
  expectMfa(tenant.policies, expected)
  expectPasswords(tenant.policies, expected)
  expectSessions(tenant.policies, expected)
  expectRestrictions(tenant, expected)
  expectIps(tenant, expected)
  if (!tenant.connections.includes(true)) expected.recommendations.push('CONFIGURE_SSO')
  expected.recommendations.sort()
  expected.insights.sort()
  return expected
}
