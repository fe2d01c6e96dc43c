import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PgDialect } from 'drizzle-orm/pg-core'
import { aMemberRecord, aRoleRecord, aSessionRecord } from '../../../testing/records.ts'
import type { MemberRecord, UserRecord } from '../../store/records.ts'
import type { Store, Where } from '../../store/store.ts'
import { conditionsFor } from './conditions.ts'
import { openPgliteStore } from './pglite-store.ts'
import { shapeOf } from './shapes.ts'
import { queryOf } from './statements.ts'
import { tableOf } from './table-of.ts'

/** Conditions on users whose values all differ, by the kind of text that they have. */
type UserWhere = Where<UserRecord>

const KINDS: Readonly<Record<string, UserWhere>> = {
  'an exact value': { id: 'a' },
  'an absent value': { phone: null },
  'a folded value': { email: 'Ada@Acme.Test', verified: true },
  'a value that no database can hold': { name: 'A\u0000d\ud800a' },
  'a list': { id: { in: ['a', 'b', 'c'] } },
  'a longer list': { id: { in: ['a', 'b', 'c', 'd'] } },
  'an empty list': { id: { in: [] } },
  'a list with an absent value': { phone: { in: ['a', null, 'b'] } },
  'only absent values': { phone: { in: [null] } },
  'another value': { tenantId: { not: 'a' } },
  'a present value': { phone: { not: null } },
  'lower numbers': { lastLogin: { lt: 5 } },
  'lower than an absent value': { lastLogin: { lt: null } },
  'several conditions on a field': {
    lastLogin: { not: 7, lt: 9, gte: 5, in: [6, 8] },
    id: 'b',
    tenantId: { not: 'c' },
  },
}

const textOf = (where: UserWhere) => {
  const filter = conditionsFor('users', tableOf('users').columns, where)
  return filter && new PgDialect().sqlToQuery(filter)
}

describe('The shape of conditions', () => {
  for (const [kind, where] of Object.entries(KINDS))
    it(`has the values of the text in their order: ${kind}`, () => {
      assert.deepEqual(shapeOf('users', where)?.values, textOf(where)?.params)
    })

  it('has another key for each other text', () => {
    const keys = Object.values(KINDS).map((where) => shapeOf('users', where)?.key)
    assert.equal(new Set(keys).size, keys.length)
  })

  it('is missing for searches and for long lists, whose texts are built each time', () => {
    assert.equal(shapeOf<UserRecord>('users', { email: { contains: 'a' } }), undefined)
    assert.equal(
      shapeOf<UserRecord>('users', { id: { in: Array.from({ length: 9 }, (_, at) => String(at)) } }),
      undefined,
    )
    assert.equal(shapeOf<MemberRecord>('members', { roleIds: { has: '"a"' } }), undefined)
  })

  it('refuses a condition without a value, as the text does', () => {
    assert.throws(() => shapeOf('users', { id: undefined } as never), TypeError)
  })
})

describe('The text of a statement', () => {
  let store: Store
  before(async () => {
    store = await openPgliteStore()
  })
  after(() => store.close())

  /** Returns how many texts drizzle builds during the work. */
  const builtDuring = async (work: () => Promise<unknown>): Promise<number> => {
    const { sqlToQuery } = PgDialect.prototype
    let built = 0
    PgDialect.prototype.sqlToQuery = function build(this: PgDialect, ...given) {
      built += 1
      return Reflect.apply(sqlToQuery, this, given)
    }
    try {
      await work()
    } finally {
      PgDialect.prototype.sqlToQuery = sqlToQuery
    }
    return built
  }

  const OPERATIONS: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    insert: (id) => store.sessions.insert(aSessionRecord({ id, userId: `of ${id}` })),
    get: (id) => store.sessions.get(id),
    find: (id) => store.users.find({ email: `${id}@acme.test` }),
    list: (id) => store.members.list({ userId: id, activated: true }),
    update: (id) => store.sessions.update({ id, generation: 0 }, { userAgent: id, generation: 1, amr: `["${id}"]` }),
    delete: (id) => store.sessions.delete({ id }),
    readTogether: async (id) =>
      store.readTogether?.([
        { name: 'members', where: { userId: id } },
        { name: 'roles', where: {}, idsIn: [{ read: 0, field: 'roleIds' }] },
        { name: 'users', where: { id } },
      ]),
  }

  for (const [name, run] of Object.entries(OPERATIONS))
    it(`is built once for all values: ${name}`, async () => {
      await run(`first ${name}`)
      assert.equal(await builtDuring(() => run(`second ${name}`)), 0)
    })

  it('finds rows by the values of its call and not by those it was built with', async () => {
    for (const id of ['one', 'two']) {
      await store.roles.insert(aRoleRecord({ id: `role of ${id}`, key: id, tenantId: id }))
      await store.members.insert(aMemberRecord({ id, userId: id, tenantId: id, roleIds: `["role of ${id}"]` }))
    }
    for (const id of ['one', 'two', 'one']) {
      const found = await store.readTogether?.([
        { name: 'members', where: { userId: id, tenantId: id } },
        { name: 'roles', where: {}, idsIn: [{ read: 0, field: 'roleIds' }] },
      ])
      assert.deepEqual(
        found?.map((rows) => rows.map((row) => row.id)),
        [[id], [`role of ${id}`]],
      )
      assert.equal(await store.members.update({ userId: id, tenantId: id }, { name: `new ${id}`, email: id }), 1)
      const { name, email } = (await store.members.get(id)) ?? {}
      assert.deepEqual([name, email], [`new ${id}`, id])
    }
  })

  it('is built again whenever its values are not those of the shape', () => {
    const shape = { key: 'a wrong shape of users', values: ['b', 'a'] }
    for (const _ of [1, 2]) {
      const build = () => conditionsFor('users', tableOf('users').columns, { id: 'a', tenantId: 'b' }) as never
      assert.deepEqual(queryOf(shape, build).params, ['a', 'b'])
    }
  })
})
