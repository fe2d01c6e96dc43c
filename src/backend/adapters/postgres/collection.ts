import { and, asc, count, getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { fold, storable, type Value } from '../../store/match.ts'
import type { Records } from '../../store/records.ts'
import { schemaOf } from '../../store/schema.ts'
import { type Collection, DuplicateError, type PageQuery, type Read, type Where } from '../../store/store.ts'
import { type Columns, columnOf, conditionsFor, filterFor, foldedName } from './conditions.ts'
import { pagesOf } from './pages.ts'
import { type Database, type Run, TABLES } from './tables.ts'

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

/** Rows per statement: the protocol allows 65,535 parameters, the widest table has 19 columns. */
const ROWS_PER_INSERT = 2_000

type Cells = Record<string, unknown>

/** Builds one JSON document for all rows: drizzle and the driver would decode each cell of each row separately. */
const documentOf = (columns: Columns, fields: readonly string[]): SQL<string | null> => {
  const cells = sql.join(
    fields.map((field) => columnOf(columns, field)),
    sql`, `,
  )
  return sql<string | null>`json_agg(json_build_array(${cells}) order by ${columnOf(columns, 'id')})::text`
}

const hiddenOf = (name: keyof Records) => new Set<string>(schemaOf(name).folded.map(foldedName))

/** Matches a list of strings in JSON (RFC 8259). */
const LIST = String.raw`^\s*\[\s*(%s(\s*,\s*%s)*)?\s*\]\s*$`.replaceAll(
  '%s',
  String.raw`"([^"\\[:cntrl:]]|\\(["\\/bfnrt]|u[[:xdigit:]]{4}))*"`,
)
/** Matches the escapes of U+0000 and of halves of surrogate pairs, which no stored id has and which text can't hold. */
const NO_ID = String.raw`\\u(0000|[dD][89a-fA-F])`

/** Returns the elements of a stored list. Anything else counts as empty, as in `idsOf`, and must not fail the call. */
const elementsOf = (list: SQLWrapper): SQL =>
  sql`json_array_elements(case when ${list} ~ ${LIST} then ${list} else '[]' end::json)`

/**
 * Returns the condition that a read's ids are in its sources. The ids are an array and not a join, so that the planner
 * looks each of them up, however many rows it expects.
 */
const idsFilter = (reads: readonly Read[], { name, idsIn }: Read): SQL | undefined => {
  if (!idsIn) return undefined
  const lists = idsIn.flatMap(({ read, field }) => {
    const source = reads[read]
    if (!source) return []
    const list = columnOf(getTableColumns<PgTable>(TABLES[source.name]), field)
    return [
      sql`select element.id #>> '{}' from ${TABLES[source.name]}, ${elementsOf(list)} element(id) where ${filterOfRead(reads, source)} and element.id::text !~ ${NO_ID}`,
    ]
  })
  return sql`${columnOf(getTableColumns<PgTable>(TABLES[name]), 'id')} = any(array(${sql.join(lists, sql` union all `)}))`
}

const filterOfRead = (reads: readonly Read[], read: Read): SQL => {
  const columns: Columns = getTableColumns<PgTable>(TABLES[read.name])
  const filter = conditionsFor(read.name, columns, read.where as Where<{ id: string }>)
  return and(filter, idsFilter(reads, read)) ?? sql`true`
}

/** Reads several lists with one statement. */
export const readTogether = async (database: Database, reads: readonly Read[]): Promise<{ id: string }[][]> => {
  const parts = reads.map((read, at) => {
    const { name } = read
    const columns: Columns = getTableColumns<PgTable>(TABLES[name])
    const hidden = hiddenOf(name)
    const fields = Object.keys(columns).filter((field) => !hidden.has(field))
    const filter = filterOfRead(reads, read)
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
  const { folded } = schemaOf(name)
  const hidden = hiddenOf(name)
  const shown = Object.fromEntries(Object.entries(columns).filter(([field]) => !hidden.has(field))) as Record<
    string,
    PgColumn
  >
  const uniqueFields = new Set<string>(schemaOf(name).unique.flat())
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

  const readPage = pagesOf(name, table, shown)

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
    page: ({ where = {}, filter: tree, search, sort, offset, limit, total, maxTotal }) =>
      run(async (database) => {
        const page = await readPage(database, {
          where: and(filterOf(where, search), tree && filterFor(name, columns, tree)),
          isFiltered: Object.keys(where).length > 1 || tree !== undefined || search !== undefined,
          sort,
          offset,
          limit,
          total,
          maxTotal,
        })
        return { items: rowsOf(page.rows as Cells[]), total: page.total }
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
