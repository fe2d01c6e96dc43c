import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBossLaneQueue } from './boss-lane-queue.ts'
import { createOutageWatch, SILENT_LOG } from './outage.ts'
import { openPgliteStore } from './pglite-store.ts'

test('A queue starts although its first statement meets a deadlock or a table that another process makes', async () => {
  const store = await openPgliteStore()
  try {
    for (const code of ['40P01', '42P07']) {
      const { guard } = createOutageWatch(SILENT_LOG)
      const faults = [Object.assign(new Error('failed'), { code })]
      const queue = createBossLaneQueue(
        async (text, values) => {
          const fault = faults.pop()
          if (fault) return guard(Promise.reject(fault))
          return (await store.executeSql?.(text, values)) ?? { rows: [] }
        },
        () => undefined,
      )
      await queue.start(async () => undefined)
      assert.equal(queue.isRunning(), true, code)
      await queue.stop()
    }
  } finally {
    await store.close()
  }
})
