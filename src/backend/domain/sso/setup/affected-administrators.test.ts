import assert from 'node:assert/strict'
import { it } from 'node:test'
import { aMemberRecord, aUserRecord } from '../../../../testing/records.ts'
import { createMemoryStore } from '../../../store/memory.ts'
import { findSuperUsers } from '../../identity/guarantor/rights.ts'
import { countWithoutOwnProof } from './affected-administrators.ts'

const MAX_IDS = 10_000
const IDS = Array.from({ length: MAX_IDS + 1 }, (_, at) => `u-${at}`)
const LAST = `u-${MAX_IDS}`

/** Returns a store that notes the number of ids in each read of users and factors. */
const watchedStore = () => {
  const store = createMemoryStore()
  const sizes: number[] = []
  const note = (where: object) => {
    for (const { in: ids } of Object.values(where)) if (Array.isArray(ids)) sizes.push(ids.length)
  }
  const users: typeof store.users = {
    ...store.users,
    listFields: (where = {}, fields) => {
      note(where)
      return store.users.listFields(where, fields)
    },
  }
  const factors: typeof store.factors = {
    ...store.factors,
    listFields: (where = {}, fields) => {
      note(where)
      return store.factors.listFields(where, fields)
    },
  }
  return { store: { ...store, users, factors }, sizes }
}

it('counts administrators without a proof of their own, at most 10,000 ids at once', async () => {
  const { store, sizes } = watchedStore()
  await store.users.insert(aUserRecord({ id: LAST, passwordHash: 'fake:Long-Horse-1' }))
  const members = IDS.map((userId) => aMemberRecord({ id: userId, userId }))
  assert.equal(await countWithoutOwnProof({ store, clock: { now: () => 0 } }, members), MAX_IDS)
  assert.deepEqual(sizes, [MAX_IDS, 1, MAX_IDS, 1])
})

it('finds the vendor’s staff by at most 10,000 ids at once', async () => {
  const { store, sizes } = watchedStore()
  await store.users.insert(aUserRecord({ id: LAST, superUser: true }))
  assert.deepEqual([...(await findSuperUsers(store, IDS))], [LAST])
  assert.deepEqual(sizes, [MAX_IDS, 1])
})
