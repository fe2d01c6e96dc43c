import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { evaluateIsEntitledToFeature, evaluateIsEntitledToPermissions } from '@frontegg/entitlements-javascript-commons'
import { isEntitledToFeature, isEntitledToPermission } from './index.ts'
import { decode, type EntitlementCase, nameOf, type Responder } from './testing/cases.test-kit.ts'

const TABLE = decode(JSON.parse(readFileSync(new URL('./cases.json', import.meta.url), 'utf8'))) as {
  version: number
  now: number
  cases: EntitlementCase[]
}

/** Cases that this engine decides differently from the published 1.1.2; each row of the table has the reason. */
const DECIDED_OTHERWISE = [
  4, 35, 41, 45, 48, 49, 55, 56, 62, 64, 75, 79, 89, 95, 97, 98, 99, 100, 115, 127, 128, 129, 130, 132, 133, 137, 142,
  146, 147, 153, 157, 158, 160,
]

const ask = ({ query, key, entitlements, attributes }: EntitlementCase): Responder =>
  query === 'feature'
    ? isEntitledToFeature(key, entitlements, attributes, TABLE.now)
    : isEntitledToPermission(key, entitlements, attributes, TABLE.now)

for (const entry of TABLE.cases) {
  test(`case ${entry.id}, ${entry.title}: ${entry.expected}`, () => {
    const result = ask(entry)
    assert.equal(nameOf(result), entry.expected)
    assert.equal('justification' in result, !result.isEntitled)
  })
}

test('the table has all 161 computed cases, and lists every one that is decided otherwise', () => {
  assert.equal(TABLE.version, 1)
  assert.deepEqual(
    TABLE.cases.map(({ id }) => id),
    Array.from({ length: 161 }, (_, index) => index + 1),
  )
  const decided = TABLE.cases.filter(({ decision }) => decision !== undefined)
  assert.deepEqual(
    decided.map(({ id }) => id),
    DECIDED_OTHERWISE,
  )
  for (const { id, expected, published, decision } of TABLE.cases) {
    assert.ok(expected === published['1.1.2'] || decision, `case ${id}`)
  }
})

const evaluatePublished = ({ query, key, entitlements, attributes }: EntitlementCase): string => {
  const evaluate = query === 'feature' ? evaluateIsEntitledToFeature : evaluateIsEntitledToPermissions
  try {
    // The published types forbid the invalid inputs that many cases use.
    return nameOf(evaluate(key, entitlements as never, attributes as never))
  } catch (error) {
    return (error as Error).name
  }
}

test('the published engine, when run, returns what the table expects', (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: TABLE.now })
  for (const entry of TABLE.cases) {
    assert.equal(evaluatePublished(entry), entry.published['1.2.1'] ?? entry.published['1.1.2'], `case ${entry.id}`)
  }
})
