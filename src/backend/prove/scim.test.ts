import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryStore } from '../store/memory.ts'
import { openKit } from '../suites/kit.test-kit.ts'
import { report } from './report.test-kit.ts'
import { compareWithModel } from './scim.test-kit.ts'
import { compareSearches } from './scim-search.test-kit.ts'

const REQUESTS = 400

test('generated requests of a directory get the responses that a model of RFC 7644 expects', async () => {
  const kit = await openKit(async () => createMemoryStore())
  try {
    const wrong = await compareWithModel(kit, { seed: 1, requests: REQUESTS })
    report({
      row: 'SCIM model',
      wanted: `${REQUESTS} generated requests in memory: 0 wrong`,
      reached: `${wrong.length} wrong`,
      ok: wrong.length === 0,
    })
    assert.deepEqual(wrong, [])
  } finally {
    await kit.close()
  }
})

test('projections, filters of groups and searches at the root get the responses that the model expects', async () => {
  const kit = await openKit(async () => createMemoryStore())
  try {
    assert.deepEqual(await compareSearches(kit, { seed: 1, requests: REQUESTS }), [])
  } finally {
    await kit.close()
  }
})
