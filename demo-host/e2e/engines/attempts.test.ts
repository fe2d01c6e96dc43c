import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeated } from './attempts.ts'

/** Creates work that fails this many times before it succeeds. */
const failing = (times: number) => {
  let runs = 0
  const work = async () => {
    runs += 1
    if (runs <= times) throw new Error(`run ${runs}`)
  }
  return { work, runs: () => runs }
}

test('a flow that passes runs once', async () => {
  const { work, runs } = failing(0)
  assert.deepEqual(await repeated(2, work), [])
  assert.equal(runs(), 1)
})

test('a flow that fails once runs again, and why it failed is kept', async () => {
  const { work, runs } = failing(1)
  assert.deepEqual(await repeated(2, work), [new Error('run 1')])
  assert.equal(runs(), 2)
})

test('a flow that fails each time fails, with the last error', async () => {
  const { work, runs } = failing(5)
  await assert.rejects(repeated(2, work), /run 2/)
  assert.equal(runs(), 2)
})

test('a flow with a single attempt isn’t repeated', async () => {
  const { work, runs } = failing(1)
  await assert.rejects(repeated(1, work), /run 1/)
  assert.equal(runs(), 1)
})
