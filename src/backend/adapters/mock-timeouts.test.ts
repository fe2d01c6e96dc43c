import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { mockTimeouts } from './mock-timeouts.test-kit.ts'

test('a timer that began before timers are mocked can be cleared, and a mocked one as well', async (context) => {
  const run: string[] = []
  const { clearTimeout: clearReal } = globalThis
  const earlier = setTimeout(() => run.push('earlier'), 1)
  mockTimeouts(context)
  clearTimeout(earlier)
  const cleared = setTimeout(() => run.push('cleared'), 10)
  setTimeout(() => run.push('mocked'), 10)
  clearTimeout(cleared)
  context.mock.timers.tick(10)
  context.mock.timers.reset()
  assert.equal(globalThis.clearTimeout, clearReal)
  // A timer that is due runs before one that is created after it.
  await wait(5)
  assert.deepEqual(run, ['mocked'])
})
