import assert from 'node:assert/strict'
import { it } from 'node:test'
import { aGroupRecord, aMemberRecord, aRoleRecord, aUserRecord } from '../../testing/records.ts'
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

  it('reads rows together with those whose ids they contain', async () => {
    const store = storeOf()
    const list = (...ids: string[]) => JSON.stringify(ids)
    const odd = 'r "\\\u2028😀'
    await store.members.insertMany([
      aMemberRecord({ id: 'a', userId: 'ada', roleIds: list('r1', odd), groupIds: list('g1', 'gone') }),
      aMemberRecord({ id: 'b', userId: 'ada', tenantId: 'globex', roleIds: list('r2') }),
      aMemberRecord({ id: 'c', userId: 'bob', roleIds: list('r3') }),
    ])
    await store.users.insertMany(['ada', 'bob'].map((id) => aUserRecord({ id, email: `${id}@acme.test` })))
    await store.groups.insertMany([
      aGroupRecord({ id: 'g1', roleIds: list('r4') }),
      aGroupRecord({ id: 'g2', roleIds: list('r3') }),
    ])
    await store.roles.insertMany(['r1', 'r2', 'r3', 'r4', odd].map((id) => aRoleRecord({ id, tenantId: id })))
    const read = await store.readTogether?.([
      { name: 'members', where: { userId: 'ada' } },
      { name: 'groups', where: { tenantId: 'acme' }, idsIn: [{ read: 0, field: 'groupIds' }] },
      { name: 'roles', where: {}, idsIn: [0, 1].map((read) => ({ read, field: 'roleIds' })) },
      { name: 'roles', where: { tenantId: 'r2' }, idsIn: [{ read: 0, field: 'roleIds' }] },
      { name: 'users', where: {}, idsIn: [{ read: 0, field: 'userId', isOne: true }] },
    ])
    const ids = (read ?? [['a', 'b'], ['g1'], ['r1', 'r2', 'r4', odd], ['r2'], ['ada']]).map((rows) =>
      rows.map((row) => (typeof row === 'string' ? row : row.id)).sort(),
    )
    assert.deepEqual(ids, [['a', 'b'], ['g1'], [odd, 'r1', 'r2', 'r4'].sort(), ['r2'], ['ada']])
  })

  it('reads the other ids of a list with one that no row can have, and none of a text that is no list', async () => {
    const store = storeOf()
    const texts = [
      '["r1\\u0000","r2"]',
      '["\\ud800","r3"]',
      '["r4"',
      '["a\\x"]',
      '[1,"r5"]',
      '{}',
      '',
      'null',
      ' [ "r6" , "r7" ] ',
    ]
    await store.members.insertMany(
      texts.map((roleIds, at) => aMemberRecord({ id: `m${at}`, userId: 'ada', tenantId: `t${at}`, roleIds })),
    )
    const ids = Array.from({ length: 8 }, (_, at) => `r${at}`)
    await store.roles.insertMany(ids.map((id) => aRoleRecord({ id })))
    const read = await store.readTogether?.([
      { name: 'members', where: { userId: 'ada' } },
      { name: 'roles', where: {}, idsIn: [{ read: 0, field: 'roleIds' }] },
    ])
    if (read) assert.deepEqual(read[1]?.map(({ id }) => id).sort(), ['r2', 'r3', 'r6', 'r7'])
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
