import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint } from '../../contract/endpoint.ts'
import type { Rules, RulesOf } from './rules.ts'

const table = {
  read: endpoint<void, void, string>()('GET', '/things'),
  save: endpoint<void, { name: string }, string>()('PUT', '/things'),
}

const read = { permission: null }
const save = {
  permission: 'fe.secure.write.things',
  rank: 'none',
  fresh: 'never',
  audit: 'change',
  grants: false,
  events: [],
} as const

test('the compiler requires a decision about everything that a changing call declares', () => {
  const complete = { read, save } satisfies RulesOf<typeof table>
  // @ts-expect-error a call of the contract without rules
  const missing: RulesOf<typeof table> = { read }
  const { fresh: _, ...undecided } = save
  // @ts-expect-error a changing call that doesn't say when it needs a fresh proof
  const incomplete: RulesOf<typeof table> = { read, save: undecided }
  // @ts-expect-error rules of a call that the contract lacks
  const unknown: RulesOf<typeof table> = { read, save, remove: save }
  const [reading, changing]: Rules[] = [complete.read, complete.save]
  assert.ok(reading && changing && 'fresh' in changing && !('fresh' in reading) && missing && incomplete && unknown)
})
