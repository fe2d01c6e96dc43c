import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryStore } from '../store/memory.ts'
import { openKit } from '../suites/kit.test-kit.ts'
import { type Cell, ENDS, RIGHTS, tryEnded, tryWithout } from '../suites/outlived-rights.test-kit.ts'
import { startReceiver } from '../suites/webhooks.test-kit.ts'
import { isWhole, report } from './report.test-kit.ts'

/** `npm test` removes every eighth permission, `npm run prove` each of them. */
const TAKEN = isWhole ? RIGHTS : RIGHTS.filter((_, at) => at % 8 === 0)

test('anything that a member created can do no more than the member may do today', async () => {
  const kit = await openKit(async () => createMemoryStore())
  const receiver = await startReceiver()
  const wrong: Cell[] = []
  let tried = 0
  const note = ({ cells, wrong: found }: { cells: number; wrong: Cell[] }) => {
    tried += cells
    wrong.push(...found)
  }
  for (const taken of TAKEN) note(await tryWithout(kit, receiver, taken))
  for (const end of Object.entries(ENDS)) note(await tryEnded(kit, receiver, end))
  await receiver.close()
  await kit.close()
  report({
    row: 69,
    wanted: `${TAKEN.length} permissions taken away, and ${Object.keys(ENDS).length} ends of a membership, after tokens, webhooks, emails, text messages, Slack, reports and invite links were made: 0 beyond the rights of today, 0 stopped within them`,
    reached: `${wrong.length} of ${tried} attempts`,
    ok: wrong.length === 0,
  })
  assert.deepEqual(wrong.slice(0, 10), [])
})
