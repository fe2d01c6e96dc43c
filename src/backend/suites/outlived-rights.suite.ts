import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Kit } from './kit.test-kit.ts'
import { type Cell, ENDS, RIGHTS, tryEnded, tryWithout } from './outlived-rights.test-kit.ts'
import { startReceiver } from './webhooks.test-kit.ts'

export const describeOutlivedRights = (kit: () => Kit): void => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  before(async () => {
    receiver = await startReceiver()
  })
  after(() => receiver?.close())

  // This is a sample; `outlived-rights.test.ts` takes away every permission.
  it('limits everything that a member created to the permissions that they still have', async () => {
    const wrong: Cell[] = []
    const some = RIGHTS.filter((_, at) => at % 12 === 0)
    for (const taken of kit().sample(some, 3)) wrong.push(...(await tryWithout(kit(), receiver, taken)).wrong)
    assert.deepEqual(wrong, [])
  })

  it('stops everything that a member created when their membership ends', async () => {
    const wrong: Cell[] = []
    for (const end of kit().sample(Object.entries(ENDS), 2)) wrong.push(...(await tryEnded(kit(), receiver, end)).wrong)
    assert.deepEqual(wrong, [])
  })
}
