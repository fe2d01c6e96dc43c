import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RELOAD_AFTER_MS, rereading } from './rereading.ts'

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
