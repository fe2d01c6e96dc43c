import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lazy, RELOAD_AFTER_MS, rereading } from './lazy.ts'

test('nothing is loaded before the first call, and once for all callers', async () => {
  let loads = 0
  const get = lazy(async () => {
    loads += 1
    return { loads }
  })
  assert.equal(loads, 0)
  const [first, second] = await Promise.all([get(), get()])
  assert.equal(first, second)
  assert.equal(await get(), first)
  assert.equal(loads, 1)
})

test('a failed load rejects for its callers, and the next call loads again', async () => {
  let loads = 0
  const get = lazy(async () => {
    loads += 1
    if (loads === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return 'loaded'
  })
  const outcomes = await Promise.allSettled([get(), get()])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await get(), 'loaded')
  assert.equal(await get(), 'loaded')
  assert.equal(loads, 2)
})

test('a value is read once in its time, and at once when the clock was set back', async () => {
  let now = 1_767_225_600_000
  let reads = 0
  const read = rereading(
    async () => ++reads,
    () => now,
  )
  assert.deepEqual(await Promise.all([read(), read()]), [1, 1])
  now += RELOAD_AFTER_MS - 1
  assert.equal(await read(), 1)
  now += 1
  assert.equal(await read(), 2)
  now -= 3_600_000
  assert.equal(await read(), 3)
  assert.equal(await read(), 3)
})
