import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { aDraft } from '../../../testing/records.ts'
import { createMemoryStore } from '../../store/memory.ts'
import { keepChained } from './audits-last.ts'

const LEFT = { seq: -7, prevHash: '', hash: '', searchText: '' }
const quiet = { error() {}, warn() {}, info() {}, debug() {} }

describe('Rows that were left without a place in the chain', () => {
  it('get one within 5 s, but not while their process may still chain them', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const store = createMemoryStore()
    let now = 10_000
    await store.audits.insertMany([{ ...aDraft({ id: 'left', createdAt: now }), ...LEFT }])
    const end = keepChained({ store, clock: { now: () => now }, log: quiet })
    const pass = async (ms: number) => {
      now += ms
      t.mock.timers.tick(ms)
      await new Promise((resolve) => setImmediate(resolve))
    }
    now -= 1_500
    await pass(2_500)
    assert.equal((await store.audits.get('left'))?.seq, -7)
    await pass(2_500)
    await end()
    assert.equal((await store.audits.get('left'))?.seq, 1)
  })

  it('are tried again after a failure, which is logged once a minute', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const store = createMemoryStore()
    const warnings: string[] = []
    let now = 0
    const failing = { ...store, audits: { ...store.audits, list: () => Promise.reject(new Error('away')) } }
    const log = { ...quiet, warn: (message: string) => void warnings.push(message) }
    const end = keepChained({ store: failing, clock: { now: () => now }, log })
    for (let round = 0; round < 30; round += 1) {
      now += 2_500
      t.mock.timers.tick(2_500)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await end()
    assert.equal(warnings.length, 2)
  })
})
