import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { aMemberRecord, aRoleRecord, aSessionRecord, aTicketRecord, aUserRecord } from '../../testing/records.ts'
import { describeManyRows } from './many-rows.suite.ts'
import type { MemberRecord } from './records.ts'
import { STORE_SCHEMA } from './schema.ts'
import { DuplicateError, type PageQuery, type Store } from './store.ts'
import { describeTransactions } from './transactions.suite.ts'

const emptied = async (store: Store) => {
  for (const name of Object.keys(STORE_SCHEMA) as (keyof typeof STORE_SCHEMA)[]) await store[name].delete({})
}

const idsOf = async (store: Store, query: Partial<PageQuery<MemberRecord>>) =>
  (await store.members.page({ offset: 0, limit: 100, ...query })).items.map((member) => member.id)

/** Tests of the behavior that all stores share; they run on memory, PGlite and PostgreSQL. */
export const describeStore = (name: string, open: () => Promise<Store>, skip: string | false = false): void => {
  describe(`A store in ${name}`, { skip }, () => {
    let store: Store
    before(async () => {
      store = await open()
    })
    after(() => store?.close())
    beforeEach(() => emptied(store))

    describeRows(() => store)
    describeManyRows(() => store)
    describeLists(() => store)
    describeSearch(() => store)
    describeFilters(() => store)
    describeTransactions(() => store)
  })
}

const describeRows = (storeOf: () => Store) => {
  it('returns a copy of what was stored', async () => {
    const store = storeOf()
    const user = aUserRecord({ metadata: '{"é":"\\u2028"}', createdAt: 9_007_199_254_740_991, lastLogin: null })
    await store.users.insert(user)
    user.name = 'changed by the caller'
    const read = await store.users.get('ada')
    assert.deepEqual(read, aUserRecord({ metadata: user.metadata, createdAt: user.createdAt }))
    if (read) read.name = 'changed by the reader'
    assert.equal((await store.users.find({ email: 'ada@acme.test' }))?.name, 'Ada Lovelace')
    assert.equal(await store.users.get('unknown'), undefined)
    assert.equal(await store.users.find({ email: 'unknown@acme.test' }), undefined)
  })

  it('refuses a second row with the same id or unique key and keeps the first', async () => {
    const store = storeOf()
    await store.users.insert(aUserRecord())
    await assert.rejects(store.users.insert(aUserRecord({ email: 'other@acme.test' })), DuplicateError)
    await assert.rejects(store.users.insert(aUserRecord({ id: 'b', email: 'ada@acme.test' })), DuplicateError)
    await store.members.insert(aMemberRecord({ userId: 'ada' }))
    await assert.rejects(store.members.insert(aMemberRecord({ id: 'again', userId: 'ada' })), DuplicateError)
    await store.members.insert(aMemberRecord({ id: 'elsewhere', tenantId: 'globex', userId: 'ada' }))
    await store.tickets.insert(aTicketRecord())
    await assert.rejects(store.tickets.insert(aTicketRecord({ id: 'two', tokenHash: 'ticket' })), DuplicateError)
    assert.equal(await store.users.count({}), 1)
    assert.equal(await store.members.count({}), 2)
  })

  it('counts an absent value as a value in unique keys', async () => {
    const store = storeOf()
    await store.roles.insert(aRoleRecord({ id: 'r1', key: 'admin', tenantId: null }))
    await assert.rejects(store.roles.insert(aRoleRecord({ id: 'r2', key: 'admin', tenantId: null })), DuplicateError)
    await store.roles.insert(aRoleRecord({ id: 'r3', key: 'admin', tenantId: 'acme' }))
    assert.equal(await store.roles.count({ key: 'admin' }), 2)
  })

  it('inserts many rows completely or not at all', async () => {
    const store = storeOf()
    const rows = Array.from({ length: 3_000 }, (_, at) => aUserRecord({ id: `u${at}` }))
    await store.users.insertMany(rows)
    assert.equal(await store.users.count({}), 3_000)
    const more = [aUserRecord({ id: 'new' }), aUserRecord({ id: 'u7' })]
    await assert.rejects(store.users.insertMany(more), DuplicateError)
    assert.equal(await store.users.get('new'), undefined)
    await store.users.insertMany([])
  })

  it('updates and deletes every match and returns how many there were', async () => {
    const store = storeOf()
    await store.users.insertMany(['a', 'b', 'c'].map((id) => aUserRecord({ id, tenantId: id === 'c' ? 't2' : 't1' })))
    assert.equal(await store.users.update({ tenantId: 't1' }, { verified: false, name: 'Zoë', phone: undefined }), 2)
    assert.equal(await store.users.count({ verified: false }), 2)
    assert.deepEqual(await store.users.update({ id: 'unknown' }, { name: 'x' }), 0)
    assert.equal(await store.users.update({ id: 'a' }, {}), 1)
    await assert.rejects(store.users.update({ id: 'a' }, { email: 'b@acme.test' }), DuplicateError)
    assert.equal(await store.users.delete({ tenantId: 't1' }), 2)
    assert.deepEqual(
      (await store.users.list({})).map((user) => user.id),
      ['c'],
    )
  })

  it('lets exactly one of 50 concurrent compare-and-set updates win', async () => {
    const store = storeOf()
    await store.sessions.insert(aSessionRecord())
    for (let round = 0; round < 5; round++) {
      const tries = Array.from({ length: 50 }, () =>
        store.sessions.update({ id: 'session', generation: round }, { generation: round + 1 }),
      )
      const changed = await Promise.all(tries)
      assert.equal(
        changed.reduce((sum, count) => sum + count),
        1,
      )
    }
    assert.equal((await store.sessions.get('session'))?.generation, 5)
  })

  it('lets exactly one of 50 concurrent inserts of one key win', async () => {
    const store = storeOf()
    const tries = Array.from({ length: 50 }, (_, at) =>
      store.users.insert(aUserRecord({ id: `u${at}`, email: 'same' })),
    )
    const settled = await Promise.allSettled(tries)
    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const result of settled) assert.ok(result.status === 'fulfilled' || result.reason instanceof DuplicateError)
  })

  it('survives characters that a database cannot hold', async () => {
    const store = storeOf()
    await store.users.insert(aUserRecord({ name: 'a\u0000b\ud800c\u{1f600}' }))
    assert.equal((await store.users.get('ada'))?.name, 'ab\ufffdc\u{1f600}')
    assert.equal(await store.users.find({ email: '\u0000' }), undefined)
    assert.equal(await store.users.get('\ud800'), undefined)
  })
}

const describeLists = (storeOf: () => Store) => {
  it('supports every condition, including absent values', async () => {
    const store = storeOf()
    const times = [null, 10, 20, 30]
    await store.users.insertMany(times.map((lastLogin, at) => aUserRecord({ id: `u${at}`, lastLogin })))
    const ids = async (where: Parameters<typeof store.users.list>[0]) =>
      (await store.users.list(where)).map((user) => user.id).join()
    assert.equal(await ids({ lastLogin: null }), 'u0')
    assert.equal(await ids({ lastLogin: { not: null } }), 'u1,u2,u3')
    assert.equal(await ids({ lastLogin: { not: 10 } }), 'u0,u2,u3')
    assert.equal(await ids({ lastLogin: { lt: 20 } }), 'u1')
    assert.equal(await ids({ lastLogin: { gte: 10, lt: 30 } }), 'u1,u2')
    assert.equal(await ids({ lastLogin: { in: [10, null] } }), 'u0,u1')
    assert.equal(await ids({ lastLogin: { in: [] } }), '')
    assert.equal(await ids({ id: { in: ['u3', 'u2'] }, verified: true }), 'u2,u3')
    await assert.rejects(async () => store.users.list({ tenantId: undefined }), TypeError)
    await assert.rejects(async () => store.users.delete({ tenantId: undefined }), TypeError)
  })

  it('pages without repeating or skipping a row when all sort values are equal', async () => {
    const store = storeOf()
    await store.members.insertMany(Array.from({ length: 95 }, (_, at) => aMemberRecord({ id: `m${at}` })))
    for (const order of ['ASC', 'DESC'] as const) {
      const seen: string[] = []
      for (let offset = 0; offset < 100; offset += 10) {
        const sort = { field: 'name', order } as const
        const page = await store.members.page({ where: { tenantId: 'acme' }, sort, offset, limit: 10 })
        assert.equal(page.total, 95)
        seen.push(...page.items.map((member) => member.id))
      }
      const expected = Array.from({ length: 95 }, (_, at) => `m${at}`).sort()
      assert.deepEqual(seen, order === 'ASC' ? expected : expected.reverse())
    }
    const beyond = await store.members.page({ where: { tenantId: 'acme' }, offset: 1_000, limit: 10 })
    assert.deepEqual(beyond, { items: [], total: 95 })
  })

  it('counts up to a limit and returns the same rows as a page with an exact count', async () => {
    const store = storeOf()
    const rows = Array.from({ length: 60 }, (_, at) =>
      aMemberRecord({ id: `m${at}`, name: `User ${at % 7}`, isLocked: at % 3 === 0, lastLogin: at % 5 || null }),
    )
    await store.members.insertMany(rows)
    const tenantId = 'acme'
    const queries: Partial<PageQuery<MemberRecord>>[] = [
      { where: { tenantId } },
      { where: { tenantId, isLocked: true } },
      { where: { tenantId }, search: { text: 'user 3', fields: ['name', 'email'] } },
      { where: { tenantId }, filter: { none: { where: { name: 'User 1' } } } },
      { where: { tenantId, isLocked: true }, sort: { field: 'name', order: 'DESC' } },
      { where: { tenantId, isLocked: false }, sort: { field: 'lastLogin', order: 'ASC', ties: 'createdAt' } },
      { where: { tenantId, name: 'no one' } },
    ]
    for (const query of queries)
      for (const maxTotal of [1, 8, 20, 21, 61])
        for (const offset of [0, 4, 18, 60])
          for (const limit of [0, 3]) {
            const exact = await store.members.page({ ...query, offset, limit })
            const capped = await store.members.page({ ...query, offset, limit, maxTotal })
            const wanted = { items: exact.items, total: Math.min(exact.total, maxTotal) }
            assert.deepEqual(capped, wanted, JSON.stringify({ query, maxTotal, offset, limit }))
          }
  })

  it('sorts texts without case and accents, by code point, in the same order everywhere', async () => {
    const store = storeOf()
    const names = [
      'Zoë',
      'émile',
      'Ada',
      'ada',
      'Émilie',
      '-dash',
      '李',
      '\u{1f600}',
      '\uff21wide',
      'a b',
      'ab',
      'Ünal',
    ]
    await store.members.insertMany(names.map((name, at) => aMemberRecord({ id: `m${at}`, userId: `u${at}`, name })))
    const sorted = await store.members.page({ sort: { field: 'name', order: 'ASC' }, offset: 0, limit: 100 })
    const wanted = [
      '-dash',
      'a b',
      'ab',
      'Ada',
      'ada',
      '\uff21wide',
      'émile',
      'Émilie',
      'Ünal',
      'Zoë',
      '李',
      '\u{1f600}',
    ]
    assert.deepEqual(
      sorted.items.map((member) => member.name),
      wanted,
    )
    const reversed = await store.members.page({ sort: { field: 'name', order: 'DESC' }, offset: 0, limit: 100 })
    assert.deepEqual(
      reversed.items.map((member) => member.id),
      sorted.items.map((member) => member.id).reverse(),
    )
  })

  it('puts absent values before all others, and last when descending', async () => {
    const store = storeOf()
    const times = [20, null, 10]
    const rows = times.map((lastLogin, at) => aMemberRecord({ id: `m${at}`, userId: `u${at}`, lastLogin }))
    await store.members.insertMany(rows)
    assert.deepEqual(await idsOf(store, { sort: { field: 'lastLogin', order: 'ASC' } }), ['m1', 'm2', 'm0'])
    assert.deepEqual(await idsOf(store, { sort: { field: 'lastLogin', order: 'DESC' } }), ['m0', 'm2', 'm1'])
  })

  it('sorts booleans and plain ids the same way everywhere', async () => {
    const store = storeOf()
    const ids = ['b', 'B', 'a', '_', 'é']
    await store.members.insertMany(ids.map((id, at) => aMemberRecord({ id, isLocked: at % 2 === 0 })))
    assert.deepEqual(await idsOf(store, {}), ['B', '_', 'a', 'b', 'é'])
    assert.deepEqual(await idsOf(store, { sort: { field: 'isLocked', order: 'DESC' } }), ['é', 'b', 'a', '_', 'B'])
  })
}

/** Tests of conditions with alternatives and exclusions. */
const describeFilters = (storeOf: () => Store) => {
  it('combines alternatives and exclusions, and treats an absent value as not met', async () => {
    const store = storeOf()
    await store.members.insertMany([
      aMemberRecord({ id: 'a', name: 'Ann', factor: 'app', createdAt: 1 }),
      aMemberRecord({ id: 'b', name: 'Bob', factor: null, createdAt: 2 }),
      aMemberRecord({ id: 'c', name: 'Çelik', factor: 'sms', createdAt: 3 }),
    ])
    const found = (filter: PageQuery<MemberRecord>['filter']) => idsOf(store, { filter })
    assert.deepEqual(await found({ any: [{ where: { name: 'Ann' } }, { where: { createdAt: { gte: 3 } } }] }), [
      'a',
      'c',
    ])
    assert.deepEqual(await found({ all: [{ where: { createdAt: { gte: 2 } } }, { where: { factor: 'sms' } }] }), ['c'])
    assert.deepEqual(await found({ none: { where: { factor: 'app' } } }), ['b', 'c'])
    assert.deepEqual(await found({ none: { where: { factor: { lt: 'b' } } } }), ['b', 'c'])
    assert.deepEqual([await found({ all: [] }), await found({ any: [] })], [['a', 'b', 'c'], []])
    assert.deepEqual(await found({ where: { name: { has: 'Çe' } } }), ['c'])
    assert.deepEqual(await found({ where: { name: { has: 'Ce' } } }), [])
    assert.deepEqual(await found({ where: { name: { endsWith: 'ob' } } }), ['b'])
    assert.deepEqual(await found({ where: { factor: { has: 's' } } }), ['c'])
    await store.members.update({ id: 'b' }, { name: 'a=1%\nb=2\\ 3\n' })
    const inLine = (start: string, has: string) => found({ where: { name: { line: { start, has } } } })
    assert.deepEqual([await inLine('\nb=', '2\\ '), await inLine('a=', '%')], [['b'], ['b']])
    assert.deepEqual([await inLine('a=', '2'), await inLine('\na=', '1'), await inLine('', 'A')], [[], [], []])
    const page = await store.members.page({ filter: { none: { where: { id: 'a' } } }, offset: 1, limit: 5 })
    assert.deepEqual([page.total, page.items.map(({ id }) => id)], [2, ['c']])
  })
}

const describeSearch = (storeOf: () => Store) => {
  it('takes wildcards, quotes and backslashes of a search literally', async () => {
    const store = storeOf()
    const names = ['100%', '100x', 'a_b', 'aXb', `O'Hara`, 'back\\slash', '"quoted"', 'İstanbul', 'straße']
    await store.members.insertMany(names.map((name, at) => aMemberRecord({ id: `m${at}`, userId: `u${at}`, name })))
    const found = (text: string) => idsOf(store, { search: { text, fields: ['name', 'email'] } })
    assert.deepEqual(await found('0%'), ['m0'])
    assert.deepEqual(await found('a_'), ['m2'])
    assert.deepEqual(await found(`o'h`), ['m4'])
    assert.deepEqual(await found('k\\s'), ['m5'])
    assert.deepEqual(await found('"q'), ['m6'])
    assert.deepEqual(await found('ISTAN'), ['m7'])
    assert.deepEqual(await found('STRAß'), ['m8'])
    assert.deepEqual(await found('M3@ACME'), ['m3'])
    assert.deepEqual(await found('nowhere'), [])
    assert.equal((await found('')).length, names.length)
  })

  it('finds members with one of several roles', async () => {
    const store = storeOf()
    const roles = ['["r-1"]', '["r-1","r-2"]', '["r-12"]', '[]']
    await store.members.insertMany(roles.map((roleIds, at) => aMemberRecord({ id: `m${at}`, roleIds })))
    const withRole = (...ids: string[]) =>
      idsOf(store, { where: { tenantId: 'acme', roleIds: { containsAny: ids.map((id) => JSON.stringify(id)) } } })
    assert.deepEqual(await withRole('r-1'), ['m0', 'm1'])
    assert.deepEqual(await withRole('r-2', 'r-12'), ['m1', 'm2'])
    assert.deepEqual(await withRole(), [])
    assert.equal(await store.members.count({ roleIds: { contains: '"r-12"' } }), 1)
  })

  it('refuses to search a field that has no index for it', async () => {
    const store = storeOf()
    await assert.rejects(async () => store.audits.count({ detail: { contains: 'x' } }), TypeError)
    const search = { text: 'x', fields: ['provider'] as const }
    await assert.rejects(async () => store.members.page({ search, offset: 0, limit: 1 }), TypeError)
  })
}
