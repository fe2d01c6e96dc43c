// Compares the entitlement engine with the published one: 10,000 queries over 200 features and 50 plans.
import published from '@frontegg/entitlements-javascript-commons'
import { isEntitledToFeature, isEntitledToPermission, openEntitlements } from '../../../src/entitlements/index.ts'

const [FEATURES, PLANS, QUESTIONS] = [200, 50, 10_000]
const MAX_MS = 50
const MIN_TIMES_FASTER = 2
const ROUNDS = 9

const condition = (attribute, op, value) => ({ attribute, op, value, negate: false })
const rule = (treatment, ...conditions) => ({ conditionLogic: 'and', conditions, treatment })

const planOf = (at) => [
  `plan-${at}`,
  {
    defaultTreatment: 'false',
    rules: [
      rule('true', condition('frontegg.tenantId', 'in_list', { list: [`tenant-${at}`, `tenant-${at + 1}`] })),
      rule('false', condition('seats', 'greater_than', { number: 500 })),
      rule('true', condition('jwt.metadata.tier', 'in_list', { list: [`tier-${at % 7}`] })),
    ],
  },
]

const flag = {
  on: true,
  offTreatment: 'false',
  defaultTreatment: 'false',
  rules: [rule('true', condition('frontegg.email', 'ends_with', { list: ['@beta.test'] }))],
}

const featureOf = (at) => [
  `feature-${at}`,
  {
    planIds: [`plan-${at % PLANS}`, `plan-${(at * 7) % PLANS}`],
    expireTime: [null, -1, 1, null][at % 4],
    linkedPermissions: at % 2 ? [`app.area-${at}.write`] : [],
    ...(at % 3 === 0 && { featureFlag: flag }),
  },
]

const range = (count, make) => Object.fromEntries(Array.from({ length: count }, (_, at) => make(at)))

// Parsed from JSON, like entitlements that arrive in a response.
const entitlements = JSON.parse(
  JSON.stringify({
    features: range(FEATURES, featureOf),
    plans: range(PLANS, planOf),
    permissions: { 'app.*': true, ...range(40, (at) => [`fe.secure.read.part-${at}`, true]) },
  }),
)
const attributes = {
  custom: { seats: 40, region: 'eu' },
  jwt: {
    id: 'user-1',
    email: 'ada@acme.test',
    email_verified: true,
    tenantId: 'tenant-9',
    name: 'Ada',
    metadata: { tier: 'tier-3', seats: { used: 4 } },
    roles: [{ id: 'r1', key: 'admin', permissions: ['p1', 'p2', 'p3'] }],
    permissions: Array.from({ length: 10 }, (_, at) => ({ id: `p${at}`, key: `fe.secure.read.part-${at}` })),
  },
}

/** Every second query is about a permission; every second of those is linked to a feature. */
const evaluateAll = (feature, permission) => {
  let open = 0
  for (let at = 0; at < QUESTIONS; at += 1) {
    const key = at % FEATURES
    const response = at % 2 ? permission(`app.area-${key}.write`) : feature(`feature-${key}`)
    if (response.isEntitled) open += 1
  }
  return open
}

const ENGINES = {
  'ours, opened once': () => {
    const { toFeature, toPermission } = openEntitlements(entitlements)
    return evaluateAll(
      (key) => toFeature(key, attributes),
      (key) => toPermission(key, attributes),
    )
  },
  'ours, one by one': () =>
    evaluateAll(
      (key) => isEntitledToFeature(key, entitlements, attributes),
      (key) => isEntitledToPermission(key, entitlements, attributes),
    ),
  published: () =>
    evaluateAll(
      (key) => published.evaluateIsEntitledToFeature(key, entitlements, attributes),
      (key) => published.evaluateIsEntitledToPermissions(key, entitlements, attributes),
    ),
}

const timed = (task) => {
  const start = performance.now()
  task()
  return performance.now() - start
}

/** Returns the fastest time of each, interleaved, because other work on this machine can only add time. */
const bestTimes = () => {
  const times = Object.fromEntries(Object.keys(ENGINES).map((name) => [name, Infinity]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, ask] of Object.entries(ENGINES)) times[name] = Math.min(times[name], timed(ask))
  }
  return times
}

/** Returns whether the limits hold. */
export const benchEntitlements = () => {
  const responses = new Set(Object.values(ENGINES).map((ask) => ask()))
  if (responses.size !== 1) throw new Error('The engines disagree')
  const times = bestTimes()
  console.log(`Entitlements: ${QUESTIONS} questions, ${FEATURES} features, ${PLANS} plans, best of ${ROUNDS}`)
  let holds = true
  for (const [name, ms] of Object.entries(times)) {
    const ratio = times.published / ms
    const isOurs = name !== 'published'
    const isSlow = isOurs && ratio < MIN_TIMES_FASTER
    const isOver = isOurs && ms > MAX_MS
    if (isSlow || isOver) holds = false
    const limits = `at least ${MIN_TIMES_FASTER} ×, at most ${MAX_MS} ms`
    const verdict = isOurs ? `${ratio.toFixed(1)} × as fast, ${limits}` : 'the measure'
    console.log(`${name.padEnd(18)} ${ms.toFixed(1).padStart(6)} ms  ${verdict}${isSlow || isOver ? '  OVER' : ''}`)
  }
  return holds
}
