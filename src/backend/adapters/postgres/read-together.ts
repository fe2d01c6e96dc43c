import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Value } from '../../store/match.ts'
import type { Read, Where } from '../../store/store.ts'
import { type Columns, columnOf, conditionsFor } from './conditions.ts'
import { type Shape, shapeOf } from './shapes.ts'
import { queryOf, type RunQuery } from './statements.ts'
import { tableOf } from './table-of.ts'
import type { Database } from './tables.ts'

/** Builds one JSON document for all rows: drizzle and the driver would decode each cell of each row separately. */
export const documentOf = (columns: Columns, fields: readonly string[]): SQL<string | null> => {
  const cells = sql.join(
    fields.map((field) => columnOf(columns, field)),
    sql`, `,
  )
  return sql<string | null>`json_agg(json_build_array(${cells}) order by ${columnOf(columns, 'id')})::text`
}

/** Converts rows that the database returned as JSON: a list of cells each, in the order of the fields. */
export const rowsFrom = <Row, Field extends keyof Row & string>(fields: readonly Field[], json: string) => {
  const rows: Value[][] = JSON.parse(json)
  return rows.map((cells) => {
    const row: Record<string, unknown> = {}
    fields.forEach((field, at) => {
      row[field] = cells[at]
    })
    return row as Pick<Row, Field>
  })
}

/** Returns a constant of the program as a literal, which costs no parameter. */
const literal = (text: string): SQL => sql.raw(`E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`)

/** Matches a list of strings in JSON (RFC 8259). */
const LIST = literal(
  String.raw`^\s*\[\s*(%s(\s*,\s*%s)*)?\s*\]\s*$`.replaceAll(
    '%s',
    String.raw`"([^"\\[:cntrl:]]|\\(["\\/bfnrt]|u[[:xdigit:]]{4}))*"`,
  ),
)
/** Matches the escapes of U+0000 and of halves of surrogate pairs, which no stored id has and which text can't hold. */
const NO_ID = literal(String.raw`\\u(0000|[dD][89a-fA-F])`)

/** Returns the elements of a stored list. Anything else counts as empty, as in `idsOf`, and must not fail the call. */
const elementsOf = (list: SQLWrapper): SQL =>
  sql`json_array_elements(case when ${list} ~ ${LIST} then ${list} else '[]' end::json)`

/**
 * Returns the condition that a read's ids are in its sources. The ids are an array and not a join, so that the planner
 * looks each of them up, however many rows it expects.
 */
const idsFilter = (reads: readonly Read[], { name, idsIn }: Read): SQL | undefined => {
  if (!idsIn) return undefined
  const lists = idsIn.flatMap(({ read, field, isOne }) => {
    const source = reads[read]
    if (!source) return []
    const { table, columns } = tableOf(source.name)
    if (isOne) return [sql`select ${columnOf(columns, field)} from ${table} where ${filterOf(reads, source)}`]
    return [
      sql`select element.id #>> '{}' from ${table}, ${elementsOf(columnOf(columns, field))} element(id) where ${filterOf(reads, source)} and element.id::text !~ ${NO_ID}`,
    ]
  })
  return sql`${tableOf(name).id} = any(array(${sql.join(lists, sql` union all `)}))`
}

const whereOf = (read: Read) => read.where as Where<{ id: string }>

const filterOf = (reads: readonly Read[], read: Read): SQL =>
  and(conditionsFor(read.name, tableOf(read.name).columns, whereOf(read)), idsFilter(reads, read)) ?? sql`true`

const allOf = (reads: readonly Read[]): SQL =>
  sql.join(
    reads.map((read, at) => {
      const { table, columns, fields } = tableOf(read.name)
      return sql`select ${sql.raw(String(at))} as at, ${documentOf(columns, fields)} as rows from ${table} where ${filterOf(reads, read)}`
    }),
    sql` union all `,
  )

/** Returns the shape of the SQL that `filterOf` returns. */
const shapeOfRead = (reads: readonly Read[], read: Read): Shape | undefined => {
  const own = shapeOf(read.name, whereOf(read))
  if (!own || !read.idsIn) return own
  const lists = read.idsIn.map(({ read: at, field, isOne }) => {
    const source = reads[at]
    const shape = source && shapeOfRead(reads, source)
    return shape && { ...shape, key: `${isOne ? 'one ' : ''}${field} of ${shape.key}` }
  })
  const ids = joined(lists, ', ')
  // The parentheses keep the sources of a source apart from those beside it.
  return ids && { ...ids, key: `${own.key} ids in (${ids.key})`, values: [...own.values, ...ids.values] }
}

const joined = (shapes: readonly (Shape | undefined)[], separator: string): Shape | undefined => {
  if (!shapes.every((shape) => shape !== undefined)) return undefined
  return {
    key: shapes.map(({ key }) => key).join(separator),
    values: shapes.flatMap(({ values }) => values),
    isLookUp: shapes.every((shape) => shape.isLookUp),
  }
}

/** Reads several lists with one statement. */
export const readTogether = async (
  runQuery: RunQuery,
  database: Database,
  reads: readonly Read[],
): Promise<{ id: string }[][]> => {
  const shapes = reads.map((read) => shapeOfRead(reads, read))
  const rows = await runQuery(
    database,
    queryOf(joined(shapes, '; '), () => allOf(reads)),
  )
  const found = new Map(rows.map(([at, json]) => [at, json]))
  return reads.map(({ name }, at) => {
    const json = found.get(at)
    return rowsFrom(tableOf(name).fields as 'id'[], typeof json === 'string' ? json : '[]')
  })
}
