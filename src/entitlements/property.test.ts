import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deserialize, serialize } from 'node:v8'
import { report } from '../backend/prove/report.test-kit.ts'
import type { EntitlementResult } from '../entities/entitlements.ts'
import { createRandom } from '../testing/random.ts'
import { queryOf } from './engine.ts'
import { evaluateFeature, evaluatePermission } from './evaluate.ts'
import {
  explainFeature,
  explainPermission,
  type FeatureExplained,
  type GroupExplained,
  type TargetingExplained,
  type Trace,
} from './explain.ts'
import { isEntitledToFeature, isEntitledToPermission, openEntitlements } from './index.ts'
import { NOW, type RandomInput, randomInput } from './testing/random-input.test-kit.ts'

const INPUTS = 100_000

/** V8 may serialize the same number in two forms; a value that was read back is serialized in one. */
const isSame = (before: Buffer, input: unknown): boolean => {
  const after = serialize(input)
  return before.equals(after) || serialize(deserialize(before)).equals(serialize(deserialize(after)))
}

const response = ({ query, key, entitlements, attributes }: RandomInput) =>
  (query === 'feature' ? isEntitledToFeature : isEntitledToPermission)(key, entitlements, attributes, NOW)

/** Evaluates without the guard that catches errors of getters. */
const evaluateUnguarded = ({ query, key, entitlements, attributes }: RandomInput) =>
  (query === 'feature' ? evaluateFeature : evaluatePermission)(entitlements, key, queryOf(attributes, NOW))

const evaluateOpened = ({ query, key, entitlements, attributes }: RandomInput) => {
  const { toFeature, toPermission } = openEntitlements(entitlements)
  return (query === 'feature' ? toFeature : toPermission)(key, attributes, NOW)
}

const explain = ({ query, key, entitlements, attributes }: RandomInput) =>
  (query === 'feature' ? explainFeature : explainPermission)(key, entitlements, attributes, NOW)

/** Malformed conditions never hold and are not listed: they can only turn a group to `false`. */
const groupSaid = ({ logic, holds, conditions }: GroupExplained): boolean => {
  const said = conditions.map((item) => ('logic' in item ? groupSaid(item) : item.holds))
  assert.deepEqual(
    said,
    conditions.map((item) => item.holds),
  )
  const all = logic === 'or' ? said.includes(true) : !said.includes(false)
  assert.ok(all || !holds, 'a group holds only by what is listed')
  // No item is evaluated after the deciding condition.
  assert.ok(said.slice(0, -1).every((one) => one === (logic === 'and')))
  return all && holds
}

/** Derives the result from an explanation alone, without the engine. */
const treatmentSaid = ({ rules, treatment }: TargetingExplained): boolean => {
  const last = rules.at(-1)
  for (const rule of rules) assert.equal(rule.matches, rule === last && rule.matches, 'only the last rule may match')
  if (last?.matches) assert.equal(treatment, last.treatment)
  for (const rule of rules) assert.equal(groupSaid({ ...rule, holds: rule.matches }), rule.matches)
  return treatment === 'true'
}

const featureSaid = ({ direct, flag, plans }: FeatureExplained): EntitlementResult => {
  const grants = direct === 'granted' || (flag && treatmentSaid(flag)) || plans.map(treatmentSaid).includes(true)
  if (grants) return { isEntitled: true }
  return { isEntitled: false, justification: direct === 'expired' ? 'BUNDLE_EXPIRED' : 'MISSING_FEATURE' }
}

const said = ({ query }: RandomInput, { heldBy, features }: Trace): EntitlementResult => {
  if (query === 'permission' && heldBy === undefined) return { isEntitled: false, justification: 'MISSING_PERMISSION' }
  const missing = features.map(featureSaid).filter(({ isEntitled }) => !isEntitled)
  return missing.find(({ justification }) => justification === 'BUNDLE_EXPIRED') ?? missing[0] ?? { isEntitled: true }
}

test('for 100,000 random inputs nothing throws or changes, and the explanation agrees with the engine', () => {
  const random = createRandom(20_260_101)
  const seen = new Map<string, number>()
  for (let at = 0; at < INPUTS; at += 1) {
    const input = randomInput(random)
    const before = serialize(input)
    const result = response(input)
    assert.deepEqual(evaluateUnguarded(input), result, `input ${at}`)
    assert.deepEqual(evaluateOpened(input), result, `input ${at}: opened`)
    const trace = explain(input)
    assert.deepEqual(trace.result, result, `input ${at}: result`)
    assert.deepEqual(said(input, trace), result, `input ${at}: words`)
    assert.ok(isSame(before, input), `input ${at} was changed`)
    const name = result.justification ?? 'E'
    seen.set(name, (seen.get(name) ?? 0) + 1)
  }
  for (const name of ['E', 'MISSING_FEATURE', 'MISSING_PERMISSION', 'BUNDLE_EXPIRED']) {
    assert.ok((seen.get(name) ?? 0) > 500, `${name} is among the results`)
  }
  const reached = `0 throws, 0 inputs changed, 0 explanations that differ; ${JSON.stringify(Object.fromEntries(seen))}`
  report({ row: 38, wanted: `${INPUTS} random inputs: 0 throws, inputs unchanged, explain agrees`, reached, ok: true })
})

test('a getter or a proxy that throws counts as not entitled, not as an exception', () => {
  const features = Object.defineProperty({}, 'f', { enumerable: true, get: () => assert.fail('getter') })
  const plain = { plans: {}, permissions: {} }
  assert.deepEqual(isEntitledToFeature('f', { ...plain, features }), {
    isEntitled: false,
    justification: 'MISSING_FEATURE',
  })
  const hostile = new Proxy({}, { get: () => assert.fail('proxy') })
  assert.deepEqual(isEntitledToPermission('f', hostile as never), {
    isEntitled: false,
    justification: 'MISSING_PERMISSION',
  })
})
