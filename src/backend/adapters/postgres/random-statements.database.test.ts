import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { asc, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { createRandom, type Random } from '../../../testing/random.ts'
import { aGroupRecord, aMemberRecord, aRoleRecord, aUserRecord } from '../../../testing/records.ts'
import { storable } from '../../store/match.ts'
import { createMemoryStore } from '../../store/memory.ts'
import type { UserRecord } from '../../store/records.ts'
import type { IdSource, Read, Store, Where } from '../../store/store.ts'
import { conditionsFor } from './conditions.ts'
import { createDrizzleStore } from './drizzle-store.ts'
import { MIGRATIONS_FOLDER } from './migrations.ts'
import { shapeOf } from './shapes.ts'
import { tableOf } from './table-of.ts'

/** Few enough that each text is kept. */
const ROUNDS = 60

type Field = keyof UserRecord & string
type Value = string | number | boolean

const WORDS = ['a', 'b', 'É', 'A\u0000', 'c\ud800', '', 'd', 'ä', 'Z', '😀']
const TEXTS: readonly Field[] = ['id', 'email', 'name', 'phone', 'tenantId', 'provider']
const NUMBERS: readonly Field[] = ['failedLogins', 'lockedAt', 'lastLogin']
const FLAGS: readonly Field[] = ['verified', 'superUser']
const FIELDS: readonly Field[] = [...TEXTS, ...NUMBERS, ...FLAGS]

/** Returns the next value of a field. */
type Draw = (field: Field) => Value

const kindOf = <Of>(field: Field, text: Of, number: Of, flag: Of): Of => {
  if (TEXTS.includes(field)) return text
  return NUMBERS.includes(field) ? number : flag
}

/** All values of a type are equal, so values in a wrong order have the right text and the right values. */
const EQUAL: Draw = (field) => kindOf<Value>(field, 'a', 1, true)

const different =
  (random: Random): Draw =>
  (field) =>
    kindOf<Value>(field, random.pick(WORDS), random.below(4), random.chance(0.5))

type Fill = (draw: Draw) => unknown

/** Chooses the kinds of a condition; the values are drawn later, several times. */
const aCondition = (random: Random, field: Field): Fill => {
  if (random.chance(0.1)) return () => null
  if (random.chance(0.4)) return (draw) => draw(field)
  const length = random.below(11)
  const withNull = random.chance(0.3)
  const kinds = ['not', 'lt', 'gte'].filter(() => random.chance(0.4)).sort(() => (random.chance(0.5) ? 1 : -1))
  const nulls = new Set(kinds.filter(() => random.chance(0.2)))
  const isListed = random.chance(0.6)
  return (draw) => ({
    ...Object.fromEntries(kinds.map((kind) => [kind, nulls.has(kind) ? null : storable(draw(field))])),
    ...(isListed && { in: [...Array.from({ length }, () => draw(field)), ...(withNull ? [null] : [])] }),
    gone: undefined,
  })
}

const aWhere = (random: Random, fields: readonly Field[] = FIELDS): ((draw: Draw) => Where<UserRecord>) => {
  const chosen = fields.filter(() => random.chance(0.25)).sort(() => (random.chance(0.5) ? 1 : -1))
  const fills = chosen.map((field) => [field, aCondition(random, field)] as const)
  return (draw) => Object.fromEntries(fills.map(([field, fill]) => [field, fill(draw)]))
}

interface Links {
  id: string
  tenantId: string
  roleIds: string
  groupIds: string
}

/** Returns random reads, each of which may take its ids from earlier ones. */
const someReads = (random: Random): ((draw: Draw) => Read[]) => {
  const names = Array.from({ length: 2 + random.below(4) }, () => random.pick(['members', 'groups', 'roles'] as const))
  const plans = names.map((name, at) => {
    const sources = Array.from(names.keys()).filter((read) => read < at && names[read] !== 'roles')
    const idsIn = sources
      .filter(() => random.chance(0.5))
      .map((read): IdSource => {
        if (random.chance(0.2)) return { read, field: random.pick(['id', 'tenantId']), isOne: true }
        return { read, field: random.pick(names[read] === 'members' ? ['roleIds', 'groupIds'] : ['roleIds']) }
      })
    const where = aWhere(random, ['id', 'tenantId', 'name'])
    return { name, where, ...(idsIn.length > 0 && { idsIn }) }
  })
  return (draw) => plans.map(({ where, ...plan }) => ({ ...plan, where: where(draw) }) as Read)
}

/** Reads lists of the memory store, which has no such reads, one after the other. */
const readEach = async (store: Store, reads: readonly Read[]): Promise<string[][]> => {
  const lists: Links[][] = []
  for (const { name, where, idsIn } of reads) {
    const list = store[name].list as (where: object) => Promise<unknown>
    const rows = (await list(where)) as Links[]
    const ids = idsIn?.flatMap(({ read, field, isOne }) =>
      (lists[read] ?? []).flatMap((row): string[] => {
        const text = row[field as keyof Links]
        return isOne ? [text] : JSON.parse(text)
      }),
    )
    lists.push(rows.filter(({ id }) => !ids || ids.includes(id)))
  }
  return lists.map((rows) => rows.map(({ id }) => id))
}

/** The same fields get values, no value, or stay as they are. */
const aPatch = (random: Random): ((draw: Draw) => Partial<UserRecord>) => {
  const kinds = FIELDS.filter((field) => field !== 'id').map(
    (field) => [field, random.pick(['value', 'keep', 'undefined', 'value'])] as const,
  )
  const absent = random.pick<Field>(['phone', 'lockedAt', 'lastLogin'])
  return (draw) =>
    Object.fromEntries(
      kinds
        .filter(([, kind]) => kind !== 'keep')
        .map(([field, kind]) => {
          if (kind === 'undefined') return [field, undefined]
          return [field, field === absent ? null : draw(field)]
        }),
    )
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    (value) => ({ value }),
    (error) => ({ failed: (error as Error).name }),
  )

describe('The shape of any conditions', () => {
  it('has one text, whose values are in the order of the shape', () => {
    const random = createRandom(111)
    const dialect = new PgDialect()
    const texts = new Map<string, string>()
    for (let at = 0; at < 20_000; at++) {
      const fields = [random.pick(FIELDS), random.pick(FIELDS)]
      const where = aWhere(random, fields)(different(random))
      const shape = shapeOf<UserRecord>('users', where)
      if (!shape) continue
      const filter = conditionsFor('users', tableOf('users').columns, where) ?? sql`true`
      const { sql: text, params } = dialect.sqlToQuery(filter)
      assert.deepEqual(shape.values, params)
      assert.equal(texts.get(shape.key) ?? text, text, shape.key)
      texts.set(shape.key, text)
    }
    assert.equal(new Set(texts.values()).size > 1_000, true, `${texts.size}`)
  })
})

describe('Statements of any conditions', () => {
  const client = new PGlite({ extensions: { pg_trgm } })
  const sent: { sql: string; params: unknown[] }[] = []
  const logger = { logQuery: (sql: string, params: unknown[]) => void sent.push({ sql, params }) }
  const store = createDrizzleStore(drizzle(client, { logger }), {
    executeSql: async (text, values) => client.query(text, values),
    close: () => client.close(),
  })
  const memory = createMemoryStore()
  const stores: readonly Store[] = [store, memory]
  const { table, columns, shown, id } = tableOf('users')

  before(async () => {
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER })
  })
  after(() => store.close())

  /** Runs the same on both stores, and returns what the database was sent. */
  const onBoth = async (work: (store: Store) => Promise<unknown>) => {
    sent.length = 0
    const [found, expected] = [await outcomeOf(work(store)), await outcomeOf(work(memory))]
    assert.deepEqual(found, expected)
    return sent.filter(({ sql }) => /^(select|update|delete|insert)/.test(sql))
  }

  const fill = async (random: Random) => {
    const draw = different(random)
    for (const each of stores) await each.users.delete({})
    for (let at = 0; at < 12; at++) {
      const cells = Object.fromEntries(FIELDS.map((field) => [field, draw(field)]))
      const some = { phone: random.pick([null, 'a', 'b']), lastLogin: random.pick([null, 1, 2]) }
      await onBoth((each) => each.users.insert(aUserRecord({ ...cells, ...some })))
    }
  }

  it('have the text and the values that are built for each call, and the results of the memory store', async () => {
    const random = createRandom(112)
    for (let round = 0; round < ROUNDS; round++) {
      if (round % 20 === 0) await fill(random)
      const where = aWhere(random)
      for (const draw of [EQUAL, different(random), different(random)]) {
        const drawn = where(draw)
        const fresh = drizzle(client)
          .select(shown)
          .from(table)
          .where(conditionsFor('users', columns, drawn))
        const ordered = fresh.orderBy(asc(id))
        assert.deepEqual(await onBoth((each) => each.users.list(drawn)), [ordered.toSQL()])
        assert.deepEqual(await onBoth((each) => each.users.find(drawn)), [ordered.limit(1).toSQL()])
      }
    }
  })

  it('write the cells and the rows of their call', async () => {
    const random = createRandom(113)
    for (let round = 0; round < ROUNDS; round++) {
      if (round % 20 === 0) await fill(random)
      const [where, patch, gone] = [aWhere(random), aPatch(random), aWhere(random)]
      for (const draw of [EQUAL, different(random), different(random)]) {
        const [drawn, cells, removed] = [where(draw), patch(draw), { ...gone(draw), id: draw('id') as string }]
        await onBoth((each) => each.users.update(drawn, cells))
        await onBoth((each) => each.users.delete(removed))
        await onBoth((each) => each.users.list({}))
      }
    }
  })

  it('read together what the lists of the memory store have in common', async () => {
    const random = createRandom(114)
    const ids = ['a', 'b', 'd', 'É', '😀']
    const some = () => JSON.stringify(ids.filter(() => random.chance(0.4)))
    for (const each of ids) {
      const facts = { id: each, tenantId: random.pick(ids), name: each }
      const [roleIds, groupIds] = [some(), some()]
      for (const one of stores) {
        await one.members.insert(aMemberRecord({ ...facts, roleIds, groupIds }))
        await one.groups.insert(aGroupRecord({ ...facts, roleIds }))
        await one.roles.insert(aRoleRecord({ ...facts, key: each }))
      }
    }
    let found = 0
    for (let round = 0; round < ROUNDS; round++) {
      const reads = someReads(random)
      for (const draw of [EQUAL, different(random), different(random)]) {
        const drawn = reads(draw)
        const lists = (await store.readTogether?.(drawn))?.map((rows) => rows.map((row) => row.id))
        assert.deepEqual(lists, await readEach(memory, drawn), JSON.stringify(drawn))
        found += lists?.flat().length ?? 0
      }
    }
    assert.ok(found > ROUNDS)
  })
})
