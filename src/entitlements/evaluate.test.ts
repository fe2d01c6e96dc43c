import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeatureEntitlement, TargetCondition, UserEntitlementsV2 } from '../entities/entitlements.ts'
import { holdsPermission } from '../rules/permission.ts'
import { prepareAttributes } from './attributes.ts'
import { holds } from './condition.ts'
import { isEntitledToFeature, isEntitledToPermission } from './evaluate.ts'

const NOW = 1_700_000_000_000

/** Odd data reaches the engine from the wire, so cases are written without the types that would forbid them. */
const asContext = (context: unknown) => context as UserEntitlementsV2
const feature = (part: object): FeatureEntitlement => ({
  planIds: [],
  expireTime: null,
  linkedPermissions: [],
  ...part,
})
const outcome = (result: { isEntitled: boolean; justification?: string }) =>
  result.isEntitled ? 'E' : result.justification

const on = { on: true, offTreatment: 'false', defaultTreatment: 'false' }
const always = { conditionLogic: 'and', conditions: [], treatment: 'true' }
const never = { ...always, conditions: [{ attribute: 'k', op: 'is', value: { boolean: true }, negate: false }] }

const FEATURE_CASES: readonly [name: string, context: unknown, expected: string][] = [
  ['absent key', { features: {} }, 'MISSING_FEATURE'],
  ['no context', undefined, 'MISSING_FEATURE'],
  ['null context', null, 'MISSING_FEATURE'],
  ['empty context', {}, 'MISSING_FEATURE'],
  ['no expiry', { features: { f: feature({ expireTime: -1 }) } }, 'E'],
  ['expiring in a minute', { features: { f: feature({ expireTime: NOW + 60_000 }) } }, 'E'],
  ['expired a minute ago', { features: { f: feature({ expireTime: NOW - 60_000 }) } }, 'BUNDLE_EXPIRED'],
  ['expiry in seconds', { features: { f: feature({ expireTime: NOW / 1000 }) } }, 'BUNDLE_EXPIRED'],
  ['no direct grant', { features: { f: feature({}) } }, 'MISSING_FEATURE'],
  ['expiry zero', { features: { f: feature({ expireTime: 0 }) } }, 'BUNDLE_EXPIRED'],
  ['expiry -2', { features: { f: feature({ expireTime: -2 }) } }, 'BUNDLE_EXPIRED'],
  ['expiry that is no number', { features: { f: feature({ expireTime: Number.NaN }) } }, 'MISSING_FEATURE'],
  [
    'flag that defaults to true',
    { features: { f: feature({ featureFlag: { ...on, defaultTreatment: 'true' } }) } },
    'E',
  ],
  [
    'flag off with off treatment true',
    { features: { f: feature({ featureFlag: { ...on, on: false, offTreatment: 'true' } }) } },
    'E',
  ],
  ['expired, flag false', { features: { f: feature({ expireTime: 1, featureFlag: on }) } }, 'BUNDLE_EXPIRED'],
  [
    'expired, flag true',
    { features: { f: feature({ expireTime: 1, featureFlag: { ...on, defaultTreatment: 'true' } }) } },
    'E',
  ],
  ['rule without conditions', { features: { f: feature({ featureFlag: { ...on, rules: [always] } }) } }, 'E'],
  [
    'first matching rule wins',
    { features: { f: feature({ featureFlag: { ...on, rules: [{ ...always, treatment: 'false' }, always] } }) } },
    'MISSING_FEATURE',
  ],
  ['second rule matches', { features: { f: feature({ featureFlag: { ...on, rules: [never, always] } }) } }, 'E'],
  [
    'treatment that is no text',
    { features: { f: feature({ featureFlag: { ...on, defaultTreatment: true } }) } },
    'MISSING_FEATURE',
  ],
  ['null rules', { features: { f: feature({ featureFlag: { ...on, defaultTreatment: 'true', rules: null } }) } }, 'E'],
  [
    'rule without a list of conditions',
    { features: { f: feature({ featureFlag: { ...on, rules: [{ treatment: 'true' }] } }) } },
    'MISSING_FEATURE',
  ],
  [
    'plan that defaults to true',
    { features: { f: feature({ planIds: ['p'] }) }, plans: { p: { defaultTreatment: 'true' } } },
    'E',
  ],
  [
    'plan rule beats its default',
    {
      features: { f: feature({ planIds: ['p'] }) },
      plans: { p: { defaultTreatment: 'true', rules: [{ ...always, treatment: 'false' }] } },
    },
    'MISSING_FEATURE',
  ],
  [
    'unknown plan is skipped',
    { features: { f: feature({ planIds: ['x', 'p'] }) }, plans: { p: { defaultTreatment: 'true' } } },
    'E',
  ],
  [
    'any plan is enough',
    {
      features: { f: feature({ planIds: ['a', 'b'] }) },
      plans: { a: { defaultTreatment: 'false' }, b: { defaultTreatment: 'true' } },
    },
    'E',
  ],
  ['plan ids without plans', { features: { f: feature({ planIds: ['p'] }) } }, 'MISSING_FEATURE'],
]

for (const [name, context, expected] of FEATURE_CASES) {
  test(`feature: ${name} gives ${expected}`, () => {
    assert.equal(outcome(isEntitledToFeature(asContext(context), 'f', { now: NOW })), expected)
  })
}

test('a key that every object inherits is not a feature', () => {
  assert.equal(isEntitledToFeature(asContext({ features: {} }), 'constructor', { now: NOW }).isEntitled, false)
})

const CONDITION_CASES: readonly [op: string, value: unknown, attribute: unknown, plain: boolean, negated: boolean][] = [
  ['in_list', { list: ['a', 'b'] }, 'a', true, false],
  ['in_list', { list: ['a'] }, 'A', false, true],
  ['in_list', { list: [] }, 'a', false, true],
  ['in_list', { list: ['a', 1] }, 'a', false, false],
  ['in_list', { string: 'a' }, 'a', false, false],
  ['in_list', { list: 'abc' }, 'a', false, false],
  ['in_list', { list: ['5'] }, 5, false, false],
  ['starts_with', { list: ['ad', 'us'] }, 'user', true, false],
  ['starts_with', { list: ['5'] }, 55, false, false],
  ['ends_with', { list: ['@x.io'] }, 'a@x.io', true, false],
  ['contains', { list: ['ser'] }, 'user', true, false],
  ['contains', { list: ['b'] }, null, false, false],
  ['matches', { string: '^u.*r$' }, 'user', true, false],
  ['matches', { string: 'SER' }, 'user', false, true],
  ['matches', { string: '(' }, 'user', false, true],
  ['matches', { string: '(a)\\1' }, 'aa', false, false],
  ['matches', { string: '' }, 'user', true, false],
  ['matches', { string: '^a.c$' }, 'a\nc', false, true],
  ['equal', { number: 5 }, 5, true, false],
  ['equal', { number: 5 }, '5', false, false],
  ['equal', { number: '5' }, 5, false, false],
  ['greater_than', { number: 5 }, 5, false, true],
  ['greater_than', { number: 5 }, '6', false, false],
  ['greater_than', { number: Number.NaN }, 1, false, true],
  ['greater_than_equal', { number: 5 }, 5, true, false],
  ['lower_than', { number: 5 }, null, false, false],
  ['lower_than_equal', { number: 5 }, 5, true, false],
  ['between_numeric', { start: 1, end: 3 }, 1, true, false],
  ['between_numeric', { start: 3, end: 1 }, 2, false, true],
  ['between_numeric', { start: 1 }, 2, false, false],
  ['is', { boolean: true }, true, true, false],
  ['is', { boolean: true }, 'true', false, false],
  ['is', { boolean: 'true' }, true, false, false],
  ['on', { date: '2024-01-01' }, new Date('2024-01-01T00:00:00Z'), true, false],
  ['on', { date: '2024-01-01' }, new Date('2024-01-01T10:00:00Z'), false, true],
  ['on', { date: '2024-01-01' }, '2024-01-01', false, false],
  ['on_or_after', { date: 0 }, new Date(5), false, false],
  ['on_or_after', { date: 'not a date' }, new Date(5), false, false],
  ['on_or_after', { date: 5 }, new Date(5), true, false],
  ['on_or_before', { date: '2024-01-01' }, new Date('2023-12-31'), true, false],
  ['on_or_before', { date: 5 }, new Date(Number.NaN), false, false],
  ['between_date', { start: 5, end: 9 }, new Date(9), true, false],
  ['between_date', { start: 5 }, new Date(9), false, false],
  ['unknown_op', { string: 'x' }, 'x', false, false],
  ['in_list', undefined, 'a', false, false],
  ['in_list', { list: ['a'] }, undefined, false, false],
]

for (const [op, value, attribute, plain, negated] of CONDITION_CASES) {
  test(`condition: ${op} ${JSON.stringify(value)} on ${String(attribute)} is ${plain}, negated ${negated}`, () => {
    const condition = (negate: boolean) => ({ attribute: 'k', op, value, negate }) as unknown as TargetCondition
    const attributes = prepareAttributes({ custom: attribute === undefined ? {} : { k: attribute as string } })
    assert.equal(holds(condition(false), attributes), plain)
    assert.equal(holds(condition(true), attributes), negated)
  })
}

test('claims are flat, win over custom values, and derived values cannot be set', () => {
  const attributes = prepareAttributes({
    custom: { plan: 'gold', 'jwt.tier': 'pro', 'frontegg.email': 'forged@x.test' },
    jwt: {
      email: 'ada@acme.test',
      email_verified: true,
      id: 'u1',
      tier: 'free',
      roles: ['r'],
      metadata: { plan: { id: 7 } },
      n: null,
    },
  })
  assert.equal(attributes.get('plan'), 'gold')
  assert.equal(attributes.get('jwt.tier'), 'free')
  assert.equal(attributes.get('frontegg.email'), 'ada@acme.test')
  assert.equal(attributes.get('frontegg.emailVerified'), true)
  assert.equal(attributes.get('frontegg.userId'), 'u1')
  assert.equal(attributes.get('jwt.roles.0'), 'r')
  assert.equal(attributes.get('jwt.metadata.plan.id'), 7)
  assert.equal(attributes.get('jwt.n'), null)
  assert.equal(attributes.has('jwt.roles'), false)
})

const linked = (...features: object[]) =>
  Object.fromEntries(features.map((part, index) => [`f${index}`, feature({ linkedPermissions: ['a.b'], ...part })]))

const PERMISSION_CASES: readonly [name: string, context: unknown, expected: string][] = [
  ['no context', undefined, 'MISSING_PERMISSION'],
  ['no permissions', { features: {} }, 'MISSING_PERMISSION'],
  ['held by wildcard, nothing linked', { permissions: { 'a.*': true } }, 'E'],
  [
    'not held though its feature is entitled',
    { permissions: {}, features: linked({ expireTime: -1 }) },
    'MISSING_PERMISSION',
  ],
  ['one linked feature entitled', { permissions: { 'a.b': true }, features: linked({ expireTime: -1 }) }, 'E'],
  [
    'one of two linked features missing',
    { permissions: { 'a.b': true }, features: linked({ expireTime: -1 }, {}) },
    'MISSING_FEATURE',
  ],
  [
    'one missing, one expired',
    { permissions: { 'a.b': true }, features: linked({}, { expireTime: 1 }) },
    'BUNDLE_EXPIRED',
  ],
  [
    'feature without linked permissions',
    { permissions: { 'a.b': true }, features: { f: { planIds: [], expireTime: null } } },
    'E',
  ],
]

for (const [name, context, expected] of PERMISSION_CASES) {
  test(`permission: ${name} gives ${expected}`, () => {
    assert.equal(outcome(isEntitledToPermission(asContext(context), 'a.b', holdsPermission, { now: NOW })), expected)
  })
}
