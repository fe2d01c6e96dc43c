import { type Cells, compareValues, filterMatcherOf, fold, matcherOf, storable, type Value } from './match.ts'
import { createQueue } from './queue.ts'
import type { Records } from './records.ts'
import { STORE_SCHEMA, schemaOf } from './schema.ts'
import {
  type Collection,
  type Collections,
  DuplicateError,
  type Intervals,
  type PageQuery,
  type Store,
  type Where,
} from './store.ts'

interface Sort {
  field: string
  order: 'ASC' | 'DESC'
  ties?: string
}

/** Restores replaced values; a failed transaction runs its undo functions in reverse order. */
type Undo = () => void

/** Holds the rows of one collection and their unique keys. It is synchronous; the store adds order and isolation. */
const createTable = <Row extends { id: string }>(name: keyof Records) => {
  const rows = new Map<string, Row>()
  const { unique, folded } = schemaOf(name)
  const uniques = unique.map((fields) => ({ fields, taken: new Map<string, string>() }))

  // The rows of every collection are flat objects of scalars (`records.ts`).
  const cells = (row: Row) => row as unknown as Cells
  const keyOf = (fields: readonly string[], row: Row) =>
    JSON.stringify(fields.map((field) => cells(row)[field] ?? null))

  const put = (id: string, row: Row | undefined) => {
    const old = rows.get(id)
    for (const { fields, taken } of uniques) {
      if (old && taken.get(keyOf(fields, old)) === id) taken.delete(keyOf(fields, old))
      if (row) taken.set(keyOf(fields, row), id)
    }
    if (row) rows.set(id, row)
    else rows.delete(id)
  }

  const change = (id: string, row: Row | undefined, undo: Undo[]) => {
    const old = rows.get(id)
    put(id, row)
    undo.push(() => put(id, old))
  }

  const assertFree = (row: Row) => {
    for (const { fields, taken } of uniques) {
      const owner = taken.get(keyOf(fields, row))
      if (owner !== undefined && owner !== row.id) throw new DuplicateError(`${name}: ${fields.join(', ')} is taken`)
    }
  }

  const matches = (where: Where<Row>, search?: PageQuery<Row>['search']): Row[] => {
    const isMatch = matcherOf(name, where, search)
    return [...rows.values()].filter((row) => isMatch(cells(row)))
  }

  const compare = (field: string, ties = field) => {
    const keyed = (row: Row): Value => {
      const value = cells(row)[field] ?? null
      return typeof value === 'string' && folded.includes(field) ? fold(value) : value
    }
    return (left: Row, right: Row) =>
      compareValues(keyed(left), keyed(right)) ||
      compareValues(cells(left)[ties] ?? null, cells(right)[ties] ?? null) ||
      compareValues(left.id, right.id)
  }

  return {
    get: (id: string) => rows.get(id),
    matches,
    filtered(found: Row[], filter: PageQuery<Row>['filter']) {
      const isMatch = filter && filterMatcherOf(name, filter)
      return isMatch ? found.filter((row) => isMatch(cells(row))) : found
    },
    sorted(found: Row[], { field, order, ties }: Sort = { field: 'id', order: 'ASC' }) {
      const ascending = found.sort(compare(field, ties))
      return order === 'ASC' ? ascending : ascending.reverse()
    },
    histogram(where: Where<Row>, { field, from, step, size, sum }: Intervals<Row>) {
      const counts = Array.from({ length: size }, () => 0)
      for (const row of matches(where)) {
        const at = Math.floor((Number(cells(row)[field] ?? Number.NaN) - from) / step)
        const weight = sum ? Number(cells(row)[sum]) : 1
        if (at >= 0 && at < size) counts[at] = (counts[at] ?? 0) + weight
      }
      return counts
    },
    insert(row: Row, undo: Undo[]) {
      const stored = clean(row)
      if (rows.has(stored.id)) throw new DuplicateError(`${name}: id is taken`)
      assertFree(stored)
      change(stored.id, stored, undo)
      return stored
    },
    update(where: Where<Row>, patch: Partial<Omit<Row, 'id'>>, undo: Undo[]) {
      const found = matches(where)
      const defined = clean(Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)))
      for (const row of found) {
        const next = { ...row, ...defined }
        assertFree(next)
        change(row.id, next, undo)
      }
      return found.length
    },
    delete(where: Where<Row>, undo: Undo[]) {
      const found = matches(where)
      for (const row of found) change(row.id, undefined, undo)
      return found.length
    },
  }
}

const clean = <Row extends object>(row: Row): Row =>
  // Every value is mapped to one of the same type.
  Object.fromEntries(Object.entries(row).map(([field, value]) => [field, storable(value ?? null)])) as Row

type Table<Row extends { id: string }> = ReturnType<typeof createTable<Row>>

const picked = <Row extends object, Field extends keyof Row & string>(row: Row, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, Field>

/** Runs one operation; the transaction decides when, and keeps its undo list. */
type Run = <Result>(operation: (undo: Undo[]) => Result) => Promise<Result>

const collectionOf = <Row extends { id: string }>(table: Table<Row>, run: Run): Collection<Row> => ({
  get: (id) => run(() => copy(table.get(storable(id)))),
  find: (where) => run(() => copy(table.sorted(table.matches(where))[0])),
  list: (where) => run(() => table.sorted(table.matches(where)).map((row) => ({ ...row }))),
  listFields: <Field extends keyof Row & string>(where: Where<Row>, fields: readonly Field[]) =>
    run(() => table.sorted(table.matches(where)).map((row) => picked(row, fields))),
  count: (where) => run(() => table.matches(where).length),
  histogram: (where, intervals) => run(() => table.histogram(where, intervals)),
  page: ({ where = {}, filter, search, sort, offset, limit, total, maxTotal = Number.POSITIVE_INFINITY }) =>
    run(() => {
      const found = table.filtered(table.matches(where, search), filter)
      const items = table.sorted(found, sort).slice(offset, offset + limit)
      return { items: items.map((row) => ({ ...row })), total: total ?? Math.min(found.length, maxTotal) }
    }),
  insert: (row) => run((undo) => ({ ...table.insert(row, undo) })),
  insertMany: (rows) =>
    run((undo) => {
      for (const row of rows) table.insert(row, undo)
    }),
  update: (where, patch) => run((undo) => table.update(where, patch, undo)),
  delete: (where) => run((undo) => table.delete(where, undo)),
})

const copy = <Row extends object>(row: Row | undefined): Row | undefined => row && { ...row }

const NAMES = Object.keys(STORE_SCHEMA) as (keyof Records)[]

const rollBack = (undo: Undo[]) => {
  for (const restore of undo.reverse()) restore()
}

/** Runs an operation so that it takes effect completely or not at all. */
const atomically = <Result>(undo: Undo[], operation: (undo: Undo[]) => Result): Result => {
  const own: Undo[] = []
  try {
    const result = operation(own)
    undo.push(...own)
    return result
  } catch (error) {
    rollBack(own)
    throw error
  }
}

/** Creates a store that lives as long as the page or process, for preview mode and tests. */
export const createMemoryStore = (): Store => {
  // Operations run one after the other, so that no transaction sees a half-finished one.
  const enqueue = createQueue()
  const tables = NAMES.map((name) => [name, createTable(name)] as const)
  // `Object.fromEntries` loses the row type of each name; the loop keeps it.
  const collections = (run: Run) =>
    Object.fromEntries(tables.map(([name, table]) => [name, collectionOf(table, run)])) as unknown as Collections

  const transaction = <Result>(work: (store: Collections) => Promise<Result>): Promise<Result> =>
    enqueue(async () => {
      const undo: Undo[] = []
      let open = true
      const run: Run = async (operation) => {
        if (!open) throw new Error('This transaction has ended')
        return atomically(undo, operation)
      }
      try {
        return await work(collections(run))
      } catch (error) {
        rollBack(undo)
        throw error
      } finally {
        open = false
      }
    })

  return {
    ...collections((operation) => enqueue(() => atomically([], operation))),
    transaction,
    countAttempt: ({ id, now, windowEndsAt }) =>
      transaction(async ({ attempts }) => {
        const row = await attempts.get(id)
        const isOpen = row && row.windowEndsAt > now
        const next = isOpen
          ? { ...row, count: row.count + 1, windowEndsAt: Math.min(row.windowEndsAt, windowEndsAt) }
          : { id: storable(id), count: 1, windowEndsAt }
        if (!(await attempts.update({ id }, next))) await attempts.insert(next)
        return next
      }),
    close: async () => undefined,
  }
}
