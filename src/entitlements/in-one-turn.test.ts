import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserEntitlementsV2 } from '../entities/entitlements.ts'
import { isEntitledToPermission } from './index.ts'

const QUESTIONS = 200

const theirs = (): UserEntitlementsV2 => ({
  features: { f: { planIds: [], expireTime: null, linkedPermissions: ['a.write'] } },
  plans: {},
  permissions: { 'a.*': true },
})

const ask = (entitlements: UserEntitlementsV2, key: string) => isEntitledToPermission(key, entitlements, {})

const link = (entitlements: UserEntitlementsV2, key: string) => entitlements.features.f?.linkedPermissions.push(key)

test('many queries at once return the same results as each one separately', () => {
  const entitlements = theirs()
  for (let at = 0; at < QUESTIONS; at += 1) {
    assert.deepEqual(ask(entitlements, 'a.read'), { isEntitled: true })
    assert.deepEqual(ask(entitlements, 'a.write'), { isEntitled: false, justification: 'MISSING_FEATURE' })
    assert.deepEqual(ask(entitlements, 'b.read'), { isEntitled: false, justification: 'MISSING_PERMISSION' })
  }
})

test('a link that is added between two queries applies to the second', () => {
  const entitlements = theirs()
  assert.equal(ask(entitlements, 'a.read').isEntitled, true)
  link(entitlements, 'a.read')
  assert.equal(ask(entitlements, 'a.read').isEntitled, false)
})

test('a link that is added after many queries applies from the next task on', async () => {
  const entitlements = theirs()
  for (let at = 0; at < QUESTIONS; at += 1) assert.equal(ask(entitlements, 'a.read').isEntitled, true)
  link(entitlements, 'a.read')
  await Promise.resolve()
  assert.equal(ask(entitlements, 'a.read').isEntitled, false)
})
