import assert from 'node:assert/strict'
import { it } from 'node:test'
import { aUserRecord } from '../../testing/records.ts'
import type { Store } from './store.ts'

/** Tests of reading, changing and deleting many rows at once, a part of the shared suite. */
export const describeManyRows = (storeOf: () => Store) => {
  it('lists the named fields only', async () => {
    const store = storeOf()
    const name = 'Zoë "\\\n\u2028😀'
    await store.users.insertMany([aUserRecord({ id: 'b' }), aUserRecord({ id: 'a', lockedAt: 1e13 + 7, name })])
    assert.deepEqual(await store.users.listFields({}, ['id', 'lockedAt', 'name', 'verified']), [
      { id: 'a', lockedAt: 1e13 + 7, name, verified: true },
      { id: 'b', lockedAt: null, name: aUserRecord({}).name, verified: true },
    ])
    assert.deepEqual(await store.users.listFields({ id: 'unknown' }, ['id']), [])
  })

  it('finds rows by a list of any length', async () => {
    const store = storeOf()
    const ids = Array.from({ length: 9_000 }, (_, at) => `{"${at}",\\}`)
    await store.users.insertMany(ids.slice(0, 3).map((id, at) => aUserRecord({ id, lockedAt: at })))
    assert.equal(await store.users.count({ id: { in: ids } }), 3)
    assert.equal(await store.users.count({ lockedAt: { in: [null, ...ids.keys()] } }), 3)
    assert.equal(await store.users.update({ id: { in: ids }, lockedAt: 2 }, { phone: '1' }), 1)
    assert.equal(await store.users.delete({ id: { in: ids.slice(1) } }), 2)
  })
}
