import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TargetCondition, TargetGroup, TargetRule, UserEntitlementsV2 } from '../entities/entitlements.ts'
import { explainFeature } from './explain.ts'
import { isEntitledToFeature, isEntitledToPermission, openEntitlements } from './index.ts'

const condition = (attribute: string, op: string, value: TargetCondition['value'], negate = false) => ({
  attribute,
  op,
  value,
  negate,
})
const YES = condition('yes', 'is', { boolean: true })
const NO = condition('yes', 'is', { boolean: false })
const all = (...conditions: TargetGroup['conditions']): TargetGroup => ({ conditionLogic: 'and', conditions })
const any = (...conditions: TargetGroup['conditions']): TargetGroup => ({ conditionLogic: 'or', conditions })

const withRule = (group: TargetGroup): UserEntitlementsV2 => ({
  features: { f: { planIds: ['p'], expireTime: null, linkedPermissions: [] } },
  plans: { p: { defaultTreatment: 'false', rules: [{ ...group, treatment: 'true' } satisfies TargetRule] } },
  permissions: {},
})

const holds = (group: TargetGroup, custom: object = { yes: true }): boolean =>
  isEntitledToFeature('f', withRule(group), { custom: custom as never }).isEntitled

const GROUPS: readonly [title: string, group: TargetGroup, expected: boolean][] = [
  ['or, one of two holds', any(NO, YES), true],
  ['or, none holds', any(NO, NO), false],
  ['or, zero conditions', any(), false],
  ['and, zero conditions', all(), true],
  ['and over groups that hold', all(any(NO, YES), all(YES)), true],
  ['and over a group that fails', all(YES, any(NO)), false],
  ['or over a group that holds', any(all(YES, NO), all(YES, YES)), true],
  ['or over an empty or', any(any(), any()), false],
  ['and over an empty and', all(all(), YES), true],
  ['a condition after a group', all(any(YES), NO), false],
  ['a group without conditions', all({ conditionLogic: 'and' } as never), false],
  ['a group whose conditions are no list', any({ conditionLogic: 'and', conditions: 'all' } as never), false],
]
for (const [title, group, expected] of GROUPS) test(title, () => assert.equal(holds(group), expected))

test('200 levels of groups are evaluated, and thousands do not exhaust the stack', () => {
  const nest = (levels: number, inner: TargetGroup['conditions'][number]) => {
    let group: TargetGroup = all(inner)
    for (let level = 0; level < levels; level += 1) group = level % 2 ? all(YES, group) : any(NO, group)
    return group
  }
  assert.equal(holds(nest(200, YES)), true)
  assert.equal(holds(nest(200, NO)), false)
  assert.equal(holds(nest(50_000, YES)), true)
  assert.equal(explainFeature('f', withRule(nest(200, YES)), { custom: { yes: true } }).result.isEntitled, true)
})

test('a group that contains itself is not satisfied', () => {
  const group = all(YES)
  group.conditions.push(group)
  assert.equal(holds(group), false)
})

test('an array attribute is in a list when one of its elements is', () => {
  const inList = (teams: unknown, negate = false) =>
    holds(all(condition('teams', 'in_list', { list: ['a'] }, negate)), { teams })
  assert.deepEqual([inList(['x', 'a']), inList(['x']), inList([]), inList([], true)], [true, false, false, true])
  assert.deepEqual([inList(['a', 5]), inList(['a', 5], true)], [false, false], 'elements of another type')
})

test('an empty array claim is a value', () => {
  const group = all(condition('jwt.teams', 'in_list', { list: ['a'] }, true))
  const ask = (jwt: object) => isEntitledToFeature('f', withRule(group), { jwt }).isEntitled
  assert.deepEqual([ask({ teams: [] }), ask({}), ask({ teams: ['a'] })], [true, false, false])
})

test('ISO 8601 text is read as a date, other text is not', () => {
  const after = (since: unknown, negate = false) =>
    holds(all(condition('since', 'on_or_after', { date: '2024-01-01' }, negate)), { since })
  for (const since of ['2024-01-01', '2024-06-01T10:00Z', '2024-06-01T10:00:00.123+02:00', new Date('2024-02-01')]) {
    assert.deepEqual([after(since), after(since, true)], [true, false], String(since))
  }
  assert.equal(after('2023-12-31T23:59:59Z'), false)
  for (const since of ['June 1, 2024', '2024', '2024-13-01', 1_735_689_600_000, '2024-06-01 10:00']) {
    assert.deepEqual([after(since), after(since, true)], [false, false], String(since))
  }
  const between = condition('since', 'between_date', { start: '2024-01-01', end: '2024-12-31' })
  assert.equal(holds(all(between), { since: '2024-12-31' }), true)
})

test('a permission key with the value false is not held, and a wildcard with it covers nothing', () => {
  const ask = (permissions: UserEntitlementsV2['permissions']) =>
    isEntitledToPermission('fe.read', { features: {}, plans: {}, permissions }).isEntitled
  assert.deepEqual([ask({ 'fe.read': true }), ask({ 'fe.read': false })], [true, false])
  assert.deepEqual([ask({ 'fe.*': true }), ask({ 'fe.*': false })], [true, false])
  assert.equal(ask({ 'fe.read': false, 'fe.*': true }), true)
})

test('an explanation lists groups inside rules, with the result of each', () => {
  const group = any(all(YES, NO), YES, NO)
  const { features } = explainFeature('f', withRule(group), { custom: { yes: true } })
  const [rule] = features[0]?.plans[0]?.rules ?? []
  assert.deepEqual([rule?.logic, rule?.matches, rule?.conditions.length], ['or', true, 2])
  const [inner] = rule?.conditions ?? []
  assert.ok(inner && 'logic' in inner)
  assert.deepEqual([inner.logic, inner.holds, inner.conditions.length], ['and', false, 2])
})

test('a rule whose pattern takes too many steps is reported, and other rules are not', () => {
  const slow = all(condition('text', 'matches', { string: '(?=(a+)+$)b' }))
  const entitlements = withRule(slow)
  entitlements.plans.p?.rules?.push({ ...all(condition('text', 'matches', { string: '(?<=a)!' })), treatment: 'true' })
  const reported: TargetRule[] = []
  const opened = openEntitlements(entitlements, { onGiveUp: (rule) => reported.push(rule) })
  const custom = { text: `${'a'.repeat(60)}b` }
  assert.equal(opened.toFeature('f', { custom }).isEntitled, false)
  assert.deepEqual(reported, [entitlements.plans.p?.rules?.[0]])
  assert.equal(opened.toFeature('f', { custom: { text: 'aa!' } }).isEntitled, true)
})
