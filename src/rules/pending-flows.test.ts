import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryStorage } from '../kernel/storage.ts'
import { keepFlow, type PendingFlow, takeFlow } from './pending-flows.ts'

const MINUTE = 60_000
const flow = (state: string): PendingFlow => ({ kind: 'social', state, verifier: `v-${state}`, provider: 'google' })

test('a flow is found by its state, once, in whatever order the flows return', () => {
  const store = createMemoryStorage()
  for (const state of ['a', 'b', 'c', 'd', 'e']) keepFlow(store, flow(state), 0)
  for (const state of ['e', 'd', 'c', 'b', 'a']) {
    assert.equal(takeFlow(store, { kind: 'social', state }, 1)?.verifier, `v-${state}`)
    assert.equal(takeFlow(store, { kind: 'social', state }, 1), undefined)
  }
  assert.equal(store.get('fe-pending-flows'), undefined)
})

test('a sixth flow drops the oldest', () => {
  const store = createMemoryStorage()
  for (const state of ['a', 'b', 'c', 'd', 'e', 'f']) keepFlow(store, flow(state), 0)
  assert.equal(takeFlow(store, { kind: 'social', state: 'a' }, 1), undefined)
  assert.equal(takeFlow(store, { kind: 'social', state: 'b' }, 1)?.state, 'b')
})

test('a flow ends after ten minutes or when the clock was set back', () => {
  const store = createMemoryStorage()
  keepFlow(store, flow('a'), MINUTE)
  assert.equal(takeFlow(store, { kind: 'social', state: 'a' }, 0), undefined)
  keepFlow(store, flow('b'), 0)
  assert.equal(takeFlow(store, { kind: 'social', state: 'b' }, 10 * MINUTE), undefined)
})

test('a flow of another kind is used up, not used', () => {
  const store = createMemoryStorage()
  keepFlow(store, flow('a'), 0)
  assert.equal(takeFlow(store, { kind: 'oidc', state: 'a' }, 0), undefined)
  assert.equal(takeFlow(store, { kind: 'social', state: 'a' }, 0), undefined)
})

test('names of object members and malformed notes find no flow', () => {
  const store = createMemoryStorage()
  for (const state of ['constructor', '__proto__', 'toString', 'length', '']) {
    assert.equal(takeFlow(store, { kind: 'social', state }, 0), undefined)
  }
  const broken = ['{', 'null', '5', '{"a":1}', '[null,5,{"state":"a"},{"state":"a","at":"0","kind":"social"}]']
  for (const text of broken) {
    store.set('fe-pending-flows', text)
    assert.equal(takeFlow(store, { kind: 'social', state: 'a' }, 0), undefined)
  }
})
