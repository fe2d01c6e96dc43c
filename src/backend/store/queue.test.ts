import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { inRounds } from './queue.ts'

const ROUND_MS = 1_000

test('a background job runs one round at a time, and its end waits for the round in progress', async () => {
  mock.timers.enable({ apis: ['setInterval'] })
  const rounds: (() => void)[] = []
  const end = inRounds(() => new Promise<void>((done) => rounds.push(done)), ROUND_MS)
  mock.timers.tick(3 * ROUND_MS)
  assert.equal(rounds.length, 1)
  rounds[0]?.()
  await new Promise(setImmediate)
  mock.timers.tick(ROUND_MS)
  assert.equal(rounds.length, 2)
  let hasEnded = false
  const ended = end().then(() => {
    hasEnded = true
  })
  await new Promise(setImmediate)
  assert.equal(hasEnded, false)
  rounds[1]?.()
  await ended
  mock.timers.tick(ROUND_MS)
  assert.equal(rounds.length, 2)
  mock.timers.reset()
})
