import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryStore } from '../store/memory.ts'
import { createOutbox } from './mail-outbox.ts'
import { mockTimeouts } from './mock-timeouts.test-kit.ts'
import { nodeRandom } from './random.ts'
import { createSecretBox } from './secret-box.ts'

test('a process that ends waits no longer than 8 s for a mail server that hangs', async (context) => {
  mockTimeouts(context)
  const store = createMemoryStore()
  const log = { warn: () => undefined, error: () => undefined }
  const needs = { store, clock: { now: () => 0 }, random: nodeRandom, secretBox: createSecretBox(store), log }
  let isSending = false
  const send = () => {
    isSending = true
    return new Promise<void>(() => undefined)
  }
  const outbox = createOutbox(needs, { send })
  const end = outbox.start()
  await outbox.send({ id: 'mail-1', to: 'ada@acme.test', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  while (!isSending) await turn()
  let hasEnded = false
  const ending = end().then(() => {
    hasEnded = true
  })
  await turn()
  context.mock.timers.tick(7_999)
  await turn()
  assert.equal(hasEnded, false)
  context.mock.timers.tick(1)
  await ending
})
