import { and, asc, count, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgDatabase, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core'
import type { Value } from '../../store/match.ts'
import type { Records } from '../../store/records.ts'
import { STORE_SCHEMA } from '../../store/schema.ts'
import { type Collection, DuplicateError, type PageQuery, type Read, type Where } from '../../store/store.ts'
import { fold, storable } from '../../store/text.ts'
import { foldedName, sortName } from './columns.ts'
import { type Columns, columnOf, conditionsFor, filterFor } from './conditions.ts'
import { TABLES } from './tables.ts'

/** PostgreSQL's SQLSTATE unique_violation. */
const UNIQUE_VIOLATION = '23505'

/**
 * Returns whether the error is a unique violation. drizzle wraps the driver's error, so the SQLSTATE is on the cause.
 */
const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === UNIQUE_VIOLATION) || isUniqueViolation(error.cause))

/** Converts the database's unique violation to the store's own error. */
const duplicateOf = async <Result>(name: string, work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new DuplicateError(`${name}: a unique key is taken`, { cause: error })
  }
}

export type Database = PgDatabase<PgQueryResultHKT>

/** Runs one operation on the database, or inside the transaction that the collection belongs to. */
export type Run = <Result>(operation: (database: Database) => Promise<Result>) => Promise<Result>

/** Rows per statement: the protocol allows 65,535 parameters, the widest table has 19 columns. */
const ROWS_PER_INSERT = 2_000

type Cells = Record<string, unknown>

interface Sort {
  field: string
  order: 'ASC' | 'DESC'
  ties?: string | undefined
}

const orderOf = (name: keyof Records, columns: Columns, sort: Sort): SQL[] => {
  const column = columnOf(columns, sortName(name, sort.field))
  const direction = sql.raw(sort.order === 'ASC' ? 'asc' : 'desc')
  // Absent values are the smallest. The planner matches an index only if the order of nulls is the same as in the
  // index.
  const nulls = sql.raw(column.notNull ? '' : sort.order === 'ASC' ? 'nulls first' : 'nulls last')
  const ties = sort.ties === undefined ? [] : [sql`${columnOf(columns, sort.ties)} ${direction}`]
  return [sql`${column} ${direction} ${nulls}`, ...ties, sql`${columnOf(columns, 'id')} ${direction}`]
}

/** From this offset on, a page is found in the index alone, and only its own rows are read from the table. */
const FAR_OFFSET = 200

const BY_ID = { field: 'id', order: 'ASC' } as const

const OPPOSITE = { ASC: 'DESC', DESC: 'ASC' } as const

/**
 * Returns the direction that skips fewer rows: an index reads equally fast from both ends, so late pages are read from
 * the end.
 */
const shorterWay = (total: number, offset: number, limit: number) => {
  const left = Math.max(0, total - offset)
  const reversed = offset > total / 2
  return reversed
    ? { reversed, offset: Math.max(0, left - limit), limit: Math.min(limit, left) }
    : { reversed, offset, limit }
}

/** Builds one JSON document for all rows: drizzle and the driver would decode each cell of each row separately. */
const documentOf = (columns: Columns, fields: readonly string[]): SQL<string | null> => {
  const cells = sql.join(
    fields.map((field) => columnOf(columns, field)),
    sql`, `,
  )
  return sql<string | null>`json_agg(json_build_array(${cells}) order by ${columnOf(columns, 'id')})::text`
}

const hiddenOf = (name: keyof Records) => new Set<string>(STORE_SCHEMA[name].folded.map(foldedName))

/** Reads several lists by one statement. */
export const readTogether = async (database: Database, reads: readonly Read[]): Promise<{ id: string }[][]> => {
  const parts = reads.map(({ name, where }, at) => {
    const columns: Columns = getTableColumns<PgTable>(TABLES[name])
    const hidden = hiddenOf(name)
    const fields = Object.keys(columns).filter((field) => !hidden.has(field))
    const filter = conditionsFor(name, columns, where as Where<{ id: string }>) ?? sql`true`
    const text = sql`select ${at}::int as at, ${documentOf(columns, fields)} as rows from ${TABLES[name]} where ${filter}`
    return { text, fields }
  })
  const all = sql.join(
    parts.map(({ text }) => text),
    sql` union all `,
  )
  // Every driver of the dialect returns rows in this member.
  const { rows } = (await database.execute(all)) as unknown as { rows: { at: number; rows: string | null }[] }
  const found = new Map(rows.map((row) => [row.at, row.rows]))
  return parts.map(({ fields }, at) => rowsFrom(fields as 'id'[], found.get(at) ?? '[]'))
}

/** Returns the collection of a table; all tables share this implementation. */
export const collectionOf = <Row extends { id: string }>(name: keyof Records, run: Run): Collection<Row> => {
  const table: PgTable = TABLES[name]
  const columns: Columns = getTableColumns(table)
  const folded: readonly string[] = STORE_SCHEMA[name].folded
  const hidden = hiddenOf(name)
  const shown = Object.fromEntries(Object.entries(columns).filter(([field]) => !hidden.has(field))) as Record<
    string,
    PgColumn
  >
  const uniqueFields = new Set<string>(STORE_SCHEMA[name].unique.flat())
  const id = columnOf(columns, 'id')

  const cellsOf = (row: object): Cells => {
    const cells: Cells = {}
    for (const [field, value] of Object.entries(row)) {
      if (value === undefined) continue
      cells[field] = storable(value)
      if (folded.includes(field)) cells[foldedName(field)] = value === null ? null : fold(String(storable(value)))
    }
    return cells
  }

  // The row seam: the selected columns are exactly the fields of the record (a test compares them).
  const rowsOf = (rows: Cells[]) => rows as unknown as Row[]
  const filterOf = (where: Where<Row>, search?: PageQuery<Row>['search']) => conditionsFor(name, columns, where, search)
  const select = (database: Database, where?: SQL) => database.select(shown).from(table).where(where)

  const insertAll = async (database: Database, rows: readonly Row[]): Promise<void> => {
    const cells = rows.map(cellsOf)
    // A refused row must not abort the surrounding transaction, as an error would.
    const done = await database.insert(table).values(cells).onConflictDoNothing().returning({ id })
    if (done.length < rows.length) throw new DuplicateError(`${name}: id or a unique key is taken`)
  }

  const change = async (database: Database, where: SQL | undefined, cells: Cells): Promise<number> => {
    if (Object.keys(cells).length === 0) return countAll(database, where)
    return (await database.update(table).set(cells).where(where).returning({ id })).length
  }

  const countAll = async (database: Database, where: SQL | undefined): Promise<number> => {
    const [row] = await database.select({ total: count() }).from(table).where(where)
    return row?.total ?? 0
  }

  /** Counts in the order of the page, so that the same index is used for both. */
  const counting = (database: Database, where: SQL | undefined, limit?: { max: number; sort: Sort } | 0) => {
    if (!limit) return database.select({ total: count() }).from(table).where(where)
    const order = orderOf(name, columns, limit.sort)
    const part = database
      .select({ id })
      .from(table)
      .where(where)
      .orderBy(...order)
      .limit(limit.max)
    return database.select({ total: count() }).from(part.as('part'))
  }

  /** Reads the rows and the count by one statement, because the rows of a first page don't depend on the count. */
  const firstPage = async (
    database: Database,
    where: SQL | undefined,
    query: { sort: Sort; limit: number; max?: number | undefined },
  ) => {
    const { sort, limit, max } = query
    const total = sql`(${counting(database, where, max && { max, sort })})`.mapWith(Number).as('total')
    const found = await database
      .select({ row: shown, total })
      .from(table)
      .where(where)
      .orderBy(...orderOf(name, columns, sort))
      .limit(limit)
    return { items: rowsOf(found.map(({ row }) => row)), total: found[0]?.total ?? 0 }
  }

  return {
    get: (wanted) => run(async (database) => rowsOf(await select(database, filterById(id, wanted)))[0]),
    find: (where) =>
      run(async (database) => rowsOf(await select(database, filterOf(where)).orderBy(asc(id)).limit(1))[0]),
    list: (where) => run(async (database) => rowsOf(await select(database, filterOf(where)).orderBy(asc(id)))),
    listFields: (where, fields) =>
      run(async (database) => {
        const rows = documentOf(columns, fields)
        const [found] = await database.select({ rows }).from(table).where(filterOf(where))
        return rowsFrom(fields, found?.rows ?? '[]')
      }),
    count: (where) => run((database) => countAll(database, filterOf(where))),
    page: ({ where = {}, filter: tree, search, sort = BY_ID, offset, limit, total: known, maxTotal }) =>
      run(async (database) => {
        const filter = and(filterOf(where, search), tree && filterFor(name, columns, tree))
        if (known === undefined && offset === 0 && limit > 0) {
          return firstPage(database, filter, { sort, limit, max: maxTotal })
        }
        const [counted] =
          known === undefined ? await counting(database, filter, maxTotal && { max: maxTotal, sort }) : []
        const total = known ?? counted?.total ?? 0
        // If counting stopped at the limit, the end is not known.
        const isEndKnown = maxTotal === undefined || total < maxTotal
        const part = shorterWay(isEndKnown ? total : Number.POSITIVE_INFINITY, offset, limit)
        const order = orderOf(name, columns, { ...sort, order: part.reversed ? OPPOSITE[sort.order] : sort.order })
        const isFar = part.offset >= FAR_OFFSET
        const ids = database
          .select({ id })
          .from(table)
          .where(filter)
          .orderBy(...order)
          .limit(part.limit)
          .offset(part.offset)
        const rows = await select(database, isFar ? inArray(id, ids) : filter)
          .orderBy(...order)
          .limit(part.limit)
          .offset(isFar ? 0 : part.offset)
        return { items: rowsOf(part.reversed ? rows.reverse() : rows), total }
      }),
    histogram: (where, { field, from, step, size, sum }) =>
      run(async (database) => {
        const column = columnOf(columns, field)
        const part = sql<number>`floor((${column} - ${from}::bigint) / ${step}::bigint)::int`
        const within = sql`${column} >= ${from}::bigint and ${column} < ${from + step * size}::bigint`
        const found = await database
          .select({ part, total: sum ? sql<number>`sum(${columnOf(columns, sum)})::float8` : count() })
          .from(table)
          .where(and(filterOf(where), within))
          .groupBy(sql`1`)
        const totals = new Map(found.map(({ part: at, total }) => [at, total]))
        return Array.from({ length: size }, (_, at) => totals.get(at) ?? 0)
      }),
    insert: (row) =>
      run(async (database) => {
        await insertAll(database, [row])
        return rowsOf([visible(cellsOf(row), hidden)])[0] as Row
      }),
    insertMany: (rows) =>
      run((database) => {
        // A single row needs no nested transaction, which would add two statements.
        if (rows.length <= 1) return rows.length ? insertAll(database, rows) : Promise.resolve()
        return database.transaction(async (inside) => {
          for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
            await insertAll(inside, rows.slice(at, at + ROWS_PER_INSERT))
          }
        })
      }),
    update: (where, patch) =>
      run((database) => {
        const cells = cellsOf(patch)
        const mayClash = Object.keys(patch).some((field) => uniqueFields.has(field))
        if (!mayClash) return change(database, filterOf(where), cells)
        return duplicateOf(
          name,
          database.transaction((inside) => change(inside, filterOf(where), cells)),
        )
      }),
    delete: (where) =>
      run(async (database) => (await database.delete(table).where(filterOf(where)).returning({ id })).length),
  }
}

/** Converts rows that the database returned as JSON: a list of cells each, in the order of the fields. */
const rowsFrom = <Row, Field extends keyof Row & string>(fields: readonly Field[], json: string) => {
  const rows: Value[][] = JSON.parse(json)
  return rows.map((cells) => {
    const row: Cells = {}
    fields.forEach((field, at) => {
      row[field] = cells[at]
    })
    return row as Pick<Row, Field>
  })
}

const filterById = (id: PgColumn, wanted: string) => sql`${id} = ${storable(wanted)}`

const visible = (cells: Cells, hidden: ReadonlySet<string>): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([field]) => !hidden.has(field)))
