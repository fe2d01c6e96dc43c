import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { BULK_EMAIL, BULK_TENANT_ID, seedBulk } from '../../testing/bulk.ts'
import { openTestPglite } from '../../testing/pglite.ts'
import type { Store } from '../store/store.ts'
import { measureLists, worstOf } from './lists.ts'

const OPTIONS = { users: 4_500, audits: 3_000, passwordHash: 'none', now: 1_767_225_600_000 }

/** The full figure is for 100,000 users (`lists.prove.ts`); this small number must be far below it. */
const LIMIT_MS = 150

describe('A large tenant', () => {
  let store: Store
  after(() => store.close())

  it('is filled by a seeding that was interrupted, without a row twice', async () => {
    store = await openTestPglite()
    const stop = () => {
      throw new Error('Ctrl-C')
    }
    await assert.rejects(seedBulk(store, { ...OPTIONS, onProgress: stop }), /Ctrl-C/)
    assert.equal(await store.members.count({ tenantId: BULK_TENANT_ID }), 2_000)
    const seen: number[] = []
    await seedBulk(store, { ...OPTIONS, onProgress: ({ users }) => seen.push(users) })
    assert.deepEqual(seen.slice(0, 2), [4_000, 4_500])
    assert.equal(await store.members.count({ tenantId: BULK_TENANT_ID }), 4_500)
    assert.equal(await store.audits.count({ tenantId: BULK_TENANT_ID }), 3_000)
    assert.equal((await store.users.find({ email: BULK_EMAIL }))?.tenantId, BULK_TENANT_ID)
  })

  it('is listed quickly, whatever the filter, order and page', async () => {
    const timed = await measureLists(store)
    assert.ok(worstOf(timed) < LIMIT_MS, JSON.stringify(timed))
    assert.ok(timed.some(({ total }) => total === 4_500))
  })
})
