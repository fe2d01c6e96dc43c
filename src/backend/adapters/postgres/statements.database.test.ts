import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { aGroupRecord, aMemberRecord, aRoleRecord, aSessionRecord } from '../../../testing/records.ts'
import type {
  ApiTokenRecord,
  MemberRecord,
  PolicyRecord,
  RoleRecord,
  SessionRecord,
  UserRecord,
} from '../../store/records.ts'
import type { IdSource, Store, Where } from '../../store/store.ts'
import { conditionsFor } from './conditions.ts'
import { openPgliteStore } from './pglite-store.ts'
import { type Shape, shapeOf } from './shapes.ts'
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

  const LOOK_UPS: Readonly<Record<string, Shape | undefined>> = {
    'an id': shapeOf<UserRecord>('users', { id: 'a', verified: true }),
    'some ids': shapeOf<UserRecord>('users', { id: { in: ['a', 'b'] } }),
    'all fields of a unique key': shapeOf<RoleRecord>('roles', { tenantId: null, key: 'a' }),
    'lists of all fields of a unique key': shapeOf<PolicyRecord>('policies', {
      tenantId: { in: ['a', null] },
      kind: { in: ['a'] },
    }),
  }
  const OTHERS: Readonly<Record<string, Shape | undefined>> = {
    'no condition': shapeOf('users', {}),
    'an account': shapeOf<UserRecord>('users', { tenantId: 'a' }),
    'an account or none': shapeOf<RoleRecord>('roles', { tenantId: { in: ['a', null] } }),
    'a flag': shapeOf<UserRecord>('users', { isBreachedPassword: true }),
    'an absent user': shapeOf<ApiTokenRecord>('apiTokens', { userId: null }),
    'a part of a unique key': shapeOf<RoleRecord>('roles', { key: 'a' }),
    'lower numbers': shapeOf<SessionRecord>('sessions', { expiresAt: { lt: 5 } }),
    'other ids': shapeOf<UserRecord>('users', { id: { not: 'a' } }),
  }
  it('is a look-up if its conditions match few rows for all values', () => {
    const found = Object.entries({ ...LOOK_UPS, ...OTHERS }).filter(([, shape]) => shape?.isLookUp)
    assert.deepEqual(
      found.map(([kind]) => kind),
      Object.keys(LOOK_UPS),
    )
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

  it('keeps the sources of a source apart from those beside it', async () => {
    await store.members.insert(aMemberRecord({ id: 'kept', userId: 'kept', tenantId: 'kept', groupIds: '["of kept"]' }))
    await store.groups.insertMany(
      ['of kept', 'beside'].map((id) => aGroupRecord({ id, tenantId: 'kept', name: id, roleIds: `["role ${id}"]` })),
    )
    await store.roles.insertMany(['of kept', 'beside'].map((id) => aRoleRecord({ id: `role ${id}`, key: id })))
    const rolesOf = async (...idsIn: IdSource[]) => {
      const groups = { name: 'groups', where: { tenantId: 'kept' } } as const
      const read = await store.readTogether?.([
        { name: 'members', where: { userId: 'kept' } },
        groups,
        { ...groups, idsIn: [{ read: 0, field: 'groupIds' }] },
        { name: 'roles', where: {}, idsIn },
      ])
      return read?.[3]?.map(({ id }) => id)
    }
    assert.deepEqual(await rolesOf({ read: 2, field: 'roleIds' }), ['role of kept'])
    const both = await rolesOf({ read: 1, field: 'roleIds' }, { read: 0, field: 'groupIds' })
    assert.deepEqual(both, ['role beside', 'role of kept'])
  })

  it('is built again whenever its values are not those of the shape', () => {
    const shape = { key: 'a wrong shape of users', values: ['b', 'a'], isLookUp: true }
    for (const _ of [1, 2]) {
      const build = () => conditionsFor('users', tableOf('users').columns, { id: 'a', tenantId: 'b' }) as never
      assert.deepEqual(queryOf(shape, build).params, ['a', 'b'])
    }
  })

  const textWith = (length: number) => (from: number) => {
    const shape = { key: `a text of ${length} letters from ${from}`, values: [], isLookUp: true }
    return queryOf(shape, () => sql.raw(`select '${String(from).padEnd(length, 'x')}'`)).name
  }

  it('gets a name once it is used often, if it is a look-up', () => {
    const build = () => sql`select 'used often'`
    const namesOf = (isLookUp: boolean) =>
      Array.from({ length: 6 }, () => queryOf({ key: `often ${isLookUp}`, values: [], isLookUp }, build).name)
    assert.deepEqual(namesOf(false), Array(6).fill(undefined))
    const names = namesOf(true)
    assert.deepEqual(names.slice(0, 4), Array(4).fill(undefined))
    assert.match(names[4] ?? '', /^fe_[\w-]{43}$/)
    assert.equal(names[5], names[4])
  })

  it('gets no name if those with names are long together', () => {
    const long = textWith(9_000)
    for (let use = 0; use < 6; use++) for (let from = 0; from < 12; from++) long(from)
    const named = Array.from({ length: 12 }, (_, from) => long(from)).filter(Boolean)
    assert.ok(named.length > 3 && named.length < 8, `${named.length}`)
  })
})
