import { and, asc, count, type SQL, sql } from 'drizzle-orm'
import { fold, storable } from '../../store/match.ts'
import type { Records } from '../../store/records.ts'
import { schemaOf } from '../../store/schema.ts'
import {
  type Collection,
  DuplicateError,
  type Intervals,
  type Page,
  type PageQuery,
  type Where,
} from '../../store/store.ts'
import { columnOf, conditionsFor, filterFor, foldedName } from './conditions.ts'
import { hasCode } from './outage.ts'
import { pagesOf } from './pages.ts'
import { documentOf, rowsFrom } from './read-together.ts'
import { type Shape, shapeOf } from './shapes.ts'
import { queryOf, type RunQuery } from './statements.ts'
import { tableOf } from './table-of.ts'
import type { Database, Run } from './tables.ts'

/** PostgreSQL's SQLSTATE unique_violation. */
const UNIQUE_VIOLATION = new Set(['23505'])

/** Converts the database's unique violation to the store's own error. */
const duplicateOf = async <Result>(name: string, work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (!hasCode(error, UNIQUE_VIOLATION)) throw error
    throw new DuplicateError(`${name}: a unique key is taken`, { cause: error })
  }
}

/** Rows per statement: the protocol allows 65,535 parameters, the widest table has 19 columns. */
const ROWS_PER_INSERT = 2_000

type Cells = Record<string, unknown>

/** Returns what makes the collections of a table; all tables share this implementation. */
export const collectionsFor = <Row extends { id: string }>(name: keyof Records, runQuery: RunQuery) => {
  const { table, columns, id, hidden, shown, rowOf } = tableOf(name)
  const { folded } = schemaOf(name)
  const uniqueFields = new Set<string>(schemaOf(name).unique.flat())

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

  /** Returns the shape of a statement: its kind, then the values before the conditions, and those of the conditions. */
  const shapeWith = (kind: string, where: Where<Row>, before: readonly unknown[] = []): Shape | undefined => {
    const shape = shapeOf(name, where)
    return shape && { ...shape, key: `${kind} ${shape.key}`, values: [...before, ...shape.values] }
  }

  const getRow = async (database: Database, wanted: string): Promise<Row | undefined> => {
    const value = storable(wanted)
    const shape = { key: `get ${name}`, values: [value], isLookUp: true }
    const build = () => database.select(shown).from(table).where(sql`${id} = ${value}`).getSQL()
    return rowsOf((await runQuery(database, queryOf(shape, build))).map(rowOf))[0]
  }

  const listAll = async (database: Database, where: Where<Row>): Promise<Row[]> => {
    const build = () => database.select(shown).from(table).where(filterOf(where)).orderBy(asc(id)).getSQL()
    return rowsOf((await runQuery(database, queryOf(shapeWith('list', where), build))).map(rowOf))
  }

  const findFirst = async (database: Database, where: Where<Row>): Promise<Row | undefined> => {
    const shape = shapeWith('find', where)
    const build = () => database.select(shown).from(table).where(filterOf(where)).orderBy(asc(id)).limit(1).getSQL()
    const limited = shape && { ...shape, values: [...shape.values, 1] }
    return rowsOf((await runQuery(database, queryOf(limited, build))).map(rowOf))[0]
  }

  const insertAll = async (database: Database, rows: readonly Row[]): Promise<void> => {
    const cells = rows.map(cellsOf)
    // A refused row must not abort the surrounding transaction, as an error would.
    const build = () => database.insert(table).values(cells).onConflictDoNothing().returning({ id }).getSQL()
    const [only] = cells.length === 1 ? cells : []
    const shape = only && shapeOfCells('insert', only)
    const done = await runQuery(database, queryOf(shape, build))
    if (done.length < rows.length) throw new DuplicateError(`${name}: id or a unique key is taken`)
  }

  /** Returns the shape of a statement that writes cells; drizzle sorts them by the columns of the table. */
  const shapeOfCells = (kind: string, cells: Cells): Shape => {
    const fields = Object.keys(columns).filter((field) => cells[field] !== undefined)
    const values = fields.map((field) => cells[field])
    return { key: `${kind} ${name} ${fields.join(' ')}`, values, isLookUp: true }
  }

  const change = async (database: Database, where: Where<Row>, cells: Cells): Promise<number> => {
    if (Object.keys(cells).length === 0) return countAll(database, filterOf(where))
    const { key, values } = shapeOfCells('update', cells)
    const build = () => database.update(table).set(cells).where(filterOf(where)).returning({ id }).getSQL()
    return (await runQuery(database, queryOf(shapeWith(key, where, values), build))).length
  }

  const remove = async (database: Database, where: Where<Row>): Promise<number> => {
    const build = () => database.delete(table).where(filterOf(where)).returning({ id }).getSQL()
    return (await runQuery(database, queryOf(shapeWith('delete', where), build))).length
  }

  const countAll = async (database: Database, where: SQL | undefined): Promise<number> => {
    const [row] = await database.select({ total: count() }).from(table).where(where)
    return row?.total ?? 0
  }

  const readPage = pagesOf(name, table, shown)

  const listFields = async <Field extends keyof Row & string>(
    database: Database,
    where: Where<Row>,
    fields: readonly Field[],
  ): Promise<Pick<Row, Field>[]> => {
    const rows = documentOf(columns, fields)
    const [found] = await database.select({ rows }).from(table).where(filterOf(where))
    return rowsFrom(fields, found?.rows ?? '[]')
  }

  const getPage = async (database: Database, query: PageQuery<Row>): Promise<Page<Row>> => {
    const { where = {}, filter: tree, search, sort, offset, limit, total, maxTotal } = query
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
  }

  const countIntervals = async (
    database: Database,
    where: Where<Row>,
    { field, from, step, size, sum }: Intervals<Row>,
  ): Promise<number[]> => {
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
  }

  const insertOne = async (database: Database, row: Row): Promise<Row> => {
    await insertAll(database, [row])
    return rowsOf([visible(cellsOf(row), hidden)])[0] as Row
  }

  const insertMany = (database: Database, rows: readonly Row[]): Promise<void> => {
    // A single row needs no nested transaction, which would add two statements.
    if (rows.length <= 1) return rows.length ? insertAll(database, rows) : Promise.resolve()
    return database.transaction(async (inside) => {
      for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
        await insertAll(inside, rows.slice(at, at + ROWS_PER_INSERT))
      }
    })
  }

  const update = (database: Database, where: Where<Row>, patch: Partial<Omit<Row, 'id'>>): Promise<number> => {
    const cells = cellsOf(patch)
    const mayClash = Object.keys(patch).some((field) => uniqueFields.has(field))
    if (!mayClash) return change(database, where, cells)
    return duplicateOf(
      name,
      database.transaction((inside) => change(inside, where, cells)),
    )
  }

  /** Returns the collection on the connection that `run` chooses. A transaction makes all of them, so this is cheap. */
  return (run: Run): Collection<Row> => ({
    get: (wanted) => run((database) => getRow(database, wanted)),
    find: (where) => run((database) => findFirst(database, where)),
    list: (where) => run((database) => listAll(database, where)),
    listFields: (where, fields) => run((database) => listFields(database, where, fields)),
    page: (query) => run((database) => getPage(database, query)),
    count: (where) => run((database) => countAll(database, filterOf(where))),
    histogram: (where, intervals) => run((database) => countIntervals(database, where, intervals)),
    insert: (row) => run((database) => insertOne(database, row)),
    insertMany: (rows) => run((database) => insertMany(database, rows)),
    update: (where, patch) => run((database) => update(database, where, patch)),
    delete: (where) => run((database) => remove(database, where)),
  })
}

const visible = (cells: Cells, hidden: ReadonlySet<string>): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([field]) => !hidden.has(field)))
