import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { aMemberRecord, aRoleRecord, aUserRecord } from '../../testing/records.ts'
import { createMemoryStore } from '../store/memory.ts'
import { createLines } from '../store/queue.ts'
import type { PolicyRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { createRememberingStore } from './remembering-store.ts'

const aPolicy = (given: Partial<PolicyRecord> = {}): PolicyRecord => ({
  id: 'p',
  tenantId: null,
  kind: 'public-policy',
  value: '{}',
  createdAt: 1,
  updatedAt: 1,
  ...given,
})

describe('A store that remembers what a request reads', () => {
  let plain: Store
  let time: number
  let remembering: ReturnType<typeof createRememberingStore>
  const openRequest = () => remembering.perRequest({ store: remembering.store, inLine: createLines() })

  beforeEach(async () => {
    plain = createMemoryStore()
    time = 0
    remembering = createRememberingStore(plain, () => time)
    await plain.users.insert(aUserRecord())
  })

  const rename = (name: string) => plain.users.update({ id: 'ada' }, { name })
  const nameIn = async (store: Pick<Store, 'users'>) => (await store.users.get('ada'))?.name

  it('reads a row once for each request, and returns copies', async () => {
    const { store } = openRequest()
    const first = await store.users.get('ada')
    assert.ok(first)
    first.name = 'changed by its reader'
    await rename('Elsewhere')
    assert.equal(await nameIn(store), aUserRecord().name)
  })

  it('reads again in every other request', async () => {
    await nameIn(openRequest().store)
    await rename('Elsewhere')
    assert.equal(await nameIn(openRequest().store), 'Elsewhere')
  })

  it('reads again after a second, in a request that takes long', async () => {
    const { store } = openRequest()
    await nameIn(store)
    await rename('Elsewhere')
    time = 999
    assert.equal(await nameIn(store), aUserRecord().name)
    time = 1_000
    assert.equal(await nameIn(store), 'Elsewhere')
  })

  it('reads again after each kind of write to the collection, even one that changes nothing or fails', async () => {
    const writes: ((store: Store) => Promise<unknown>)[] = [
      (store) => store.users.update({ id: 'unknown' }, { name: 'x' }),
      (store) => store.users.delete({ id: 'unknown' }),
      (store) => store.users.insertMany([]),
      (store) => assert.rejects(store.users.insert(aUserRecord())),
    ]
    for (const [at, write] of writes.entries()) {
      const { store } = openRequest()
      await nameIn(store)
      await rename(`Elsewhere ${at}`)
      await write(store)
      assert.equal(await nameIn(store), `Elsewhere ${at}`)
    }
  })

  it('does not keep rows that were read during a write', async () => {
    let commit = () => {}
    const held = new Promise<void>((resolve) => {
      commit = resolve
    })
    const slow: Store = {
      ...plain,
      users: { ...plain.users, update: async (where, patch) => held.then(() => plain.users.update(where, patch)) },
    }
    const { store } = createRememberingStore(slow, () => time).perRequest({ store: slow, inLine: createLines() })
    const writing = store.users.update({ id: 'ada' }, { name: 'New' })
    assert.equal(await nameIn(store), aUserRecord().name)
    commit()
    await writing
    assert.equal(await nameIn(store), 'New')
  })

  it('reads the newest row inside a transaction, and after one that wrote to the collection', async () => {
    const { store } = openRequest()
    await nameIn(store)
    await rename('Elsewhere')
    await store.transaction(async (inside) => {
      assert.equal(await nameIn(inside), 'Elsewhere')
      await inside.users.update({ id: 'ada' }, { name: 'Inside' })
      assert.equal(await nameIn(inside), 'Inside')
    })
    assert.equal(await nameIn(store), 'Inside')
  })

  it('reads again when a turn in the queue begins, and when it ends', async () => {
    const { store, inLine } = openRequest()
    await nameIn(store)
    await rename('Before')
    const seen = await inLine('ada', async () => {
      const name = await nameIn(store)
      await rename('After')
      return name
    })
    assert.deepEqual([seen, await nameIn(store)], ['Before', 'After'])
  })

  it('finds rows by an ID or by more conditions among those it has read', async () => {
    await plain.members.insertMany([
      aMemberRecord({ id: 'm1', userId: 'ada', tenantId: 'acme' }),
      aMemberRecord({ id: 'm2', userId: 'ada', tenantId: 'globex' }),
    ])
    const { store } = openRequest()
    await store.members.list({ userId: 'ada' })
    await plain.members.delete({})
    assert.equal((await store.members.find({ tenantId: 'globex', userId: 'ada' }))?.id, 'm2')
    assert.equal((await store.members.get('m1'))?.tenantId, 'acme')
    assert.equal(await store.members.find({ tenantId: 'initech', userId: 'ada' }), undefined)
    assert.equal(await store.members.find({ userId: 'bob' }), undefined)
    assert.deepEqual(await store.members.list({}), [])
  })

  it('shares settings of the vendor among requests, until this process writes or for a second; never those of accounts', async () => {
    await plain.policies.insertMany([aPolicy(), aPolicy({ id: 'q', tenantId: 'acme' })])
    const valuesIn = async ({ policies }: Store) => [
      (await policies.find({ tenantId: null, kind: 'public-policy' }))?.value,
      (await policies.find({ tenantId: 'acme', kind: 'public-policy' }))?.value,
    ]
    const write = (store: Store, value: string) => store.policies.update({}, { value })
    await valuesIn(openRequest().store)
    await write(plain, '1')
    assert.deepEqual(await valuesIn(openRequest().store), ['{}', '1'])
    time = 1_000
    assert.deepEqual(await valuesIn(openRequest().store), ['1', '1'])
    await write(remembering.store, '2')
    assert.deepEqual(await valuesIn(openRequest().store), ['2', '2'])
    await remembering.store.transaction(async (inside) => void (await inside.policies.update({}, { value: '3' })))
    assert.deepEqual(await valuesIn(openRequest().store), ['3', '3'])
    await openRequest().store.transaction(async (inside) => void (await inside.policies.update({}, { value: '4' })))
    assert.deepEqual(await valuesIn(openRequest().store), ['4', '4'])
  })

  it('finds roles among those that were read together with the memberships that name them', async () => {
    const members = [aMemberRecord({ id: 'm1', roleIds: '["r1","r2"]' })]
    const roles = [aRoleRecord({ id: 'r1', tenantId: 'acme' }), aRoleRecord({ id: 'r2' })]
    await plain.roles.insertMany([...roles, aRoleRecord({ id: 'r3' })])
    const together: Store = { ...plain, readTogether: async () => [members, roles] }
    const { store } = createRememberingStore(together, () => time).perRequest({
      store: together,
      inLine: createLines(),
    })
    await store.readTogether?.([
      { name: 'members', where: { userId: 'ada' } },
      { name: 'roles', where: {}, idsIn: [{ read: 0, field: 'roleIds' }] },
    ])
    await plain.roles.update({ id: { in: ['r1', 'r2'] } }, { name: 'Elsewhere' })
    const read = async (ids: string[], tenantId: string) =>
      (await store.roles.list({ id: { in: ids }, tenantId: { in: [tenantId, null] } })).map(({ id, name }) => [
        id,
        name,
      ])
    assert.deepEqual(
      await read(['r2', 'r1'], 'acme'),
      roles.map(({ id, name }) => [id, name]),
    )
    assert.deepEqual(await read(['r1', 'r2'], 'globex'), [['r2', 'Admin']])
    assert.deepEqual(await read(['r1', 'r3'], 'acme'), [
      ['r1', 'Elsewhere'],
      ['r3', 'Admin'],
    ])
    await store.roles.update({ id: 'unknown' }, { name: 'x' })
    assert.deepEqual(await read(['r2'], 'acme'), [['r2', 'Elsewhere']])
  })

  it('takes the first match of several values for that of no other values', async () => {
    await plain.users.insert(aUserRecord({ id: 'bob', email: 'bob@acme.test' }))
    const { store } = openRequest()
    const find = async (ids: string[]) => (await store.users.find({ id: { in: ids } }))?.id
    assert.equal(await find(['ada', 'bob']), 'ada')
    assert.equal(await find(['bob']), 'bob')
    assert.equal((await store.users.find({ id: { in: ['bob'] }, name: aUserRecord().name }))?.id, 'bob')
  })

  it('reads all settings of the vendor at once', async () => {
    await plain.policies.insertMany([aPolicy(), aPolicy({ id: 'q', kind: 'mfa' })])
    let reads = 0
    const list: Store['policies']['list'] = async (where) => {
      reads += 1
      return plain.policies.list(where)
    }
    const counting: Store = { ...plain, policies: { ...plain.policies, list } }
    const { store } = createRememberingStore(counting, () => time).perRequest({
      store: counting,
      inLine: createLines(),
    })
    const ids: unknown[] = []
    for (const kind of ['public-policy', 'mfa', 'groups'])
      ids.push((await store.policies.find({ tenantId: null, kind }))?.id)
    assert.deepEqual([ids, reads], [['p', 'q', undefined], 1])
  })

  it('does not keep a read that failed', async () => {
    let isAway = true
    const get: Store['users']['find'] = async (where) => {
      if (isAway) throw new Error('away')
      return plain.users.find(where)
    }
    const flaky: Store = { ...plain, users: { ...plain.users, find: get } }
    const { store } = createRememberingStore(flaky, () => time).perRequest({ store: flaky, inLine: createLines() })
    await assert.rejects(nameIn(store), /away/)
    isAway = false
    assert.equal(await nameIn(store), aUserRecord().name)
  })
})
