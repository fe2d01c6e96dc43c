import { MESSAGES_PER_NETWORK } from '../domain/base/limits/limits.ts'
import { createMemoryStore } from '../store/memory.ts'
import { countRows, floodOnce } from '../suites/flood.test-kit.ts'
import { openKit } from '../suites/kit.test-kit.ts'
import { report, scaled } from './report.test-kit.ts'

/** Covers two limits, plus at most a counter and a secret for each call that they allow. */
const MAX_ROWS = 4 * MESSAGES_PER_NETWORK.tries + 2

const kit = await openKit(async () => createMemoryStore())
await kit.reset()
const before = await countRows(kit.store)
const calls = scaled(10_000)
for (let at = 0; at < calls; at += 1) await floodOnce(kit, at, '192.0.2.1')
const added = (await countRows(kit.store)) - before
report({
  row: 'Rows of signed-out users',
  wanted: `10,000 calls of signed-out users from one network leave at most ${MAX_ROWS} rows and send 0 emails to strangers`,
  reached: `${calls} calls left ${added} rows and sent ${kit.mails.length} emails`,
  ok: added <= MAX_ROWS && kit.mails.length === 0,
})
await kit.close()
