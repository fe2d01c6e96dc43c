import type { Random } from '../../testing/random.ts'

export const NOW = 1_700_000_000_000

const FEATURES = ['sso', 'audit', 'f', '', 'constructor', '__proto__', 'a.b']
const PERMISSIONS = ['fe.read', 'fe.*', '*', 'fe.secure.read', 'fe.*.read', '', 'toString', 'a+b', 'a(']
const PLANS = ['free', 'pro', 'unknown', 'hasOwnProperty']
const ATTRIBUTES = [
  'tier',
  'seats',
  'jwt.email',
  'jwt.metadata.plan',
  'jwt.roles.0',
  'frontegg.email',
  'toString',
  'since',
  'teams',
  'jwt.teams',
]
const OPERATIONS = [
  ...['in_list', 'starts_with', 'ends_with', 'contains', 'matches', 'equal', 'greater_than', 'greater_than_equal'],
  ...['lower_than', 'lower_than_equal', 'between_numeric', 'is', 'on', 'on_or_after', 'on_or_before', 'between_date'],
  'valueOf',
]
const TEXTS = [
  'gold',
  'free',
  'a',
  '',
  'user@x.io',
  '(',
  '^g.*d$',
  '(a+)+$',
  '(?=g)(.)old',
  '(.)(?!a)\\1',
  '(?<=@)x',
  '2024-01-01',
  'true',
  '5',
]
const DATES = [new Date(0), new Date('2024-01-01'), new Date(Number.NaN)]
const NUMBERS = [0, 1, 5, -1, Number.NaN, Infinity, NOW, 1e9]

const oddValue = (random: Random): unknown =>
  random.pick<unknown>([
    null,
    undefined,
    0,
    1,
    '',
    'x',
    true,
    false,
    [],
    {},
    [null],
    5n,
    Number.NaN,
    new Date(0),
    { a: [] },
  ])

/** Returns a valid value most of the time, otherwise an arbitrary one. */
const mostly = (random: Random, value: () => unknown): unknown => (random.chance(0.06) ? oddValue(random) : value())

const many = (random: Random, most: number, make: () => unknown): unknown[] =>
  Array.from({ length: random.below(most + 1) }, make)

const table = (keys: readonly string[], make: (key: string) => unknown): object => {
  const bag = {}
  // Defines `__proto__` as an own key, as JSON.parse does.
  for (const key of keys)
    Object.defineProperty(bag, key, { value: make(key), enumerable: true, writable: true, configurable: true })
  return bag
}

const some = (random: Random, keys: readonly string[]) => keys.filter(() => random.chance(0.6))

const treatment = (random: Random) => mostly(random, () => random.pick(['true', 'false']))

const payload = (random: Random) => ({
  ...(random.chance(0.5) && {
    list: mostly(random, () => many(random, 3, () => mostly(random, () => random.pick(TEXTS)))),
  }),
  ...(random.chance(0.5) && { string: mostly(random, () => random.pick(TEXTS)) }),
  ...(random.chance(0.5) && { number: mostly(random, () => random.pick(NUMBERS)) }),
  ...(random.chance(0.5) && { start: mostly(random, () => random.pick<unknown>([...NUMBERS, ...TEXTS])) }),
  ...(random.chance(0.5) && { end: mostly(random, () => random.pick<unknown>([...NUMBERS, ...TEXTS])) }),
  ...(random.chance(0.5) && { boolean: mostly(random, () => random.chance(0.5)) }),
  ...(random.chance(0.5) && {
    date: mostly(random, () => random.pick<unknown>([...NUMBERS, '2024-01-01', 'no date'])),
  }),
})

const condition = (random: Random) => ({
  attribute: mostly(random, () => random.pick(ATTRIBUTES)),
  op: mostly(random, () => random.pick(OPERATIONS)),
  value: mostly(random, () => payload(random)),
  negate: mostly(random, () => random.chance(0.3)),
})

const MAX_DEPTH = 4

const group = (random: Random, depth: number): object => ({
  conditionLogic: mostly(random, () => random.pick(['and', 'or'])),
  conditions: mostly(random, () =>
    many(random, 3, () =>
      mostly(random, () => (depth < MAX_DEPTH && random.chance(0.25) ? group(random, depth + 1) : condition(random))),
    ),
  ),
})

const rule = (random: Random) => ({ ...group(random, 0), treatment: treatment(random) })

const rules = (random: Random) => mostly(random, () => many(random, 3, () => mostly(random, () => rule(random))))

const feature = (random: Random) => ({
  planIds: mostly(random, () => many(random, 3, () => mostly(random, () => random.pick(PLANS)))),
  expireTime: mostly(random, () => random.pick([null, null, null, -1, NOW - 1, NOW + 1])),
  linkedPermissions: mostly(random, () => many(random, 2, () => random.pick(PERMISSIONS))),
  ...(random.chance(0.4) && {
    featureFlag: mostly(random, () => ({
      on: mostly(random, () => random.chance(0.7)),
      offTreatment: treatment(random),
      defaultTreatment: treatment(random),
      rules: rules(random),
    })),
  }),
})

const plan = (random: Random) => ({ defaultTreatment: treatment(random), rules: rules(random) })

const entitlements = (random: Random) => ({
  features: mostly(random, () => table(some(random, FEATURES), () => mostly(random, () => feature(random)))),
  plans: mostly(random, () => table(some(random, PLANS), () => mostly(random, () => plan(random)))),
  permissions: mostly(random, () => table(some(random, PERMISSIONS), () => random.chance(0.9))),
})

const claims = (random: Random): object => {
  const jwt: Record<string, unknown> = {
    email: mostly(random, () => random.pick(TEXTS)),
    email_verified: mostly(random, () => random.chance(0.5)),
    metadata: mostly(random, () => ({ plan: random.pick(TEXTS), 'a.b': 1 })),
    teams: mostly(random, () => []),
    roles: mostly(random, () => many(random, 2, () => random.pick(TEXTS))),
  }
  if (random.chance(0.05)) jwt.self = jwt
  return jwt
}

const attributes = (random: Random) => ({
  custom: mostly(random, () => ({
    tier: mostly(random, () => random.pick(TEXTS)),
    seats: mostly(random, () => random.pick(NUMBERS)),
    since: mostly(random, () => random.pick<unknown>([...DATES, '2024-01-01', '2024-01-01T00:00:00Z', '2024-13-01'])),
    teams: mostly(random, () => many(random, 3, () => mostly(random, () => random.pick(TEXTS)))),
    'frontegg.email': 'forged@x.io',
  })),
  jwt: mostly(random, () => claims(random)),
})

export interface RandomInput {
  query: 'feature' | 'permission'
  key: string
  entitlements: never
  attributes: never
}

/** Returns entitlements and attributes in wire format, with some invalid values. */
export const randomInput = (random: Random): RandomInput => {
  const query = random.pick(['feature', 'permission'] as const)
  return {
    query,
    key: random.pick(query === 'feature' ? FEATURES : PERMISSIONS),
    // The values are invalid on purpose, so no type fits.
    entitlements: mostly(random, () => entitlements(random)) as never,
    attributes: mostly(random, () => attributes(random)) as never,
  }
}
