import { count, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, type PgTable, unionAll } from 'drizzle-orm/pg-core'
import type { Records } from '../../store/records.ts'
import { type Columns, columnOf, sortName } from './conditions.ts'
import type { Database } from './tables.ts'

interface Sort {
  field: string
  order: 'ASC' | 'DESC'
  ties?: string | undefined
}

interface Paged {
  where: SQL | undefined
  /** Whether `where` has conditions besides the one on the first field of an index, such as the tenant. */
  isFiltered: boolean
  sort: Sort | undefined
  offset: number
  limit: number
  total: number | undefined
  maxTotal: number | undefined
}

type Sorted = Omit<Paged, 'sort'> & { sort: Sort }
type Capped = Sorted & { maxTotal: number }

interface RawPage {
  rows: object[]
  total: number
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

/** Reads pages of a table; `shown` are the columns of its records. */
export const pagesOf = (name: keyof Records, table: PgTable, shown: Record<string, PgColumn>) => {
  const columns: Columns = getTableColumns(table)
  const id = columnOf(columns, 'id')

  const orderOf = (sort: Sort, from: Columns = columns): SQL[] => {
    const sorted = sortName(name, sort.field)
    const direction = sql.raw(sort.order === 'ASC' ? 'asc' : 'desc')
    // Absent values are the smallest. The planner matches an index only if the order of nulls is the same as in the
    // index.
    const place = sort.order === 'ASC' ? 'nulls first' : 'nulls last'
    const nulls = sql.raw(columnOf(columns, sorted).notNull ? '' : place)
    const ties = sort.ties === undefined ? [] : [sql`${columnOf(from, sort.ties)} ${direction}`]
    return [sql`${columnOf(from, sorted)} ${direction} ${nulls}`, ...ties, sql`${columnOf(from, 'id')} ${direction}`]
  }

  const selectIds = (database: Database, where: SQL | undefined, sort: Sort) =>
    database
      .select({ id })
      .from(table)
      .where(where)
      .orderBy(...orderOf(sort))

  const counting = (database: Database, where: SQL | undefined) =>
    database.select({ total: count() }).from(table).where(where)

  const countUpTo = async (database: Database, where: SQL | undefined, max: number): Promise<number> => {
    const part = database.select({ id }).from(table).where(where).limit(max).as('part')
    const [row] = await database.select({ total: count() }).from(part)
    return row?.total ?? 0
  }

  /** Reads the rows and the count in one statement, because the rows of a first page don't depend on the count. */
  const firstPage = async (database: Database, { where, sort, limit }: Sorted): Promise<RawPage> => {
    const total = sql`(${counting(database, where)})`.mapWith(Number).as('total')
    const found = await database
      .select({ row: shown, total })
      .from(table)
      .where(where)
      .orderBy(...orderOf(sort))
      .limit(limit)
    return { rows: found.map(({ row }) => row), total: found[0]?.total ?? 0 }
  }

  const select = async (database: Database, { where, sort, offset, limit }: Omit<Sorted, 'total'>) => {
    const isFar = offset >= FAR_OFFSET
    const ids = selectIds(database, where, sort).limit(limit).offset(offset)
    return database
      .select(shown)
      .from(table)
      .where(isFar ? inArray(id, ids) : where)
      .orderBy(...orderOf(sort))
      .limit(limit)
      .offset(isFar ? 0 : offset)
  }

  /** Reads a page that ends where counting stops; one extra row shows whether there are more. */
  const lastCounted = async (database: Database, query: Capped): Promise<RawPage> => {
    const { where, offset, limit, maxTotal } = query
    const rows = await select(database, { ...query, limit: limit + 1 })
    // An empty page doesn't show how many rows are before it.
    const isBeyond = rows.length === 0 && offset > 0
    const total = isBeyond ? await countUpTo(database, where, maxTotal) : offset + rows.length
    return { rows: rows.slice(0, limit), total: Math.min(total, maxTotal) }
  }

  /** Reads a page in the order of an index, and counts in the same index. */
  const orderedPage = (database: Database, { where, sort, offset, limit, maxTotal }: Capped) => {
    const part = selectIds(database, where, sort).limit(maxTotal).as('part')
    const total = sql`(${database.select({ total: count() }).from(part)})`.mapWith(Number).as('total')
    const ids = selectIds(database, where, sort).limit(limit).offset(offset)
    return database
      .select({ row: shown, total })
      .from(table)
      .where(inArray(id, ids))
      .orderBy(...orderOf(sort))
  }

  /**
   * Reads up to `maxTotal` matches in any order, so that the planner can use the index for a condition. If there are no
   * more, they are sorted. Otherwise matches are frequent, and the page is read in the order of an index.
   */
  const matchedPage = (database: Database, { where, sort, offset, limit, maxTotal }: Capped) => {
    const sorted = [sortName(name, sort.field), ...(sort.ties === undefined ? [] : [sort.ties])]
    const fields: { id: PgColumn } = {
      ...Object.fromEntries(sorted.map((field) => [field, columnOf(columns, field)])),
      id,
    }
    const part = database.$with('part').as(database.select(fields).from(table).where(where).limit(maxTotal))
    // The columns of a subquery are named after its fields.
    const found = part as unknown as Columns
    const counted = sql`(select count(*) from ${part})`
    const few = database
      .select({ id: part.id })
      .from(part)
      .where(sql`${counted} < ${maxTotal}`)
      .orderBy(...orderOf(sort, found))
    const many = selectIds(database, sql`${counted} >= ${maxTotal} and (${where ?? sql`true`})`, sort)
    const ids = unionAll(few.limit(limit).offset(offset), many.limit(limit).offset(offset))
    return database
      .with(part)
      .select({ row: shown, total: counted.mapWith(Number).as('total') })
      .from(table)
      .where(inArray(id, ids))
      .orderBy(...orderOf(sort))
  }

  const cappedPage = async (database: Database, query: Capped): Promise<RawPage> => {
    const { where, isFiltered, offset, limit, maxTotal } = query
    if (offset + limit + 1 >= maxTotal) return lastCounted(database, query)
    const found = await (isFiltered ? matchedPage(database, query) : orderedPage(database, query))
    const isUnknown = found.length === 0 && (offset > 0 || limit === 0)
    const known = isUnknown ? await countUpTo(database, where, maxTotal) : 0
    return { rows: found.map(({ row }) => row), total: found[0]?.total ?? known }
  }

  return async (database: Database, given: Paged): Promise<RawPage> => {
    const query: Sorted = { ...given, sort: given.sort ?? BY_ID }
    const { where, sort, offset, limit, maxTotal, total: known } = query
    if (known === undefined) {
      if (maxTotal !== undefined) return cappedPage(database, { ...query, maxTotal })
      if (offset === 0 && limit > 0) return firstPage(database, query)
    }
    const [counted] = known === undefined ? await counting(database, where) : []
    const total = known ?? counted?.total ?? 0
    const part = shorterWay(total, offset, limit)
    const order = part.reversed ? OPPOSITE[sort.order] : sort.order
    const rows = await select(database, { ...query, ...part, sort: { ...sort, order } })
    return { rows: part.reversed ? rows.reverse() : rows, total }
  }
}
