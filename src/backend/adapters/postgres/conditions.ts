import { and, eq, gte, inArray, isNotNull, isNull, like, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type CellCondition, conditionsOf, fold, isCondition, storable, type Value } from '../../store/match.ts'
import type { Records } from '../../store/records.ts'
import { assertSearchable, schemaOf } from '../../store/schema.ts'
import type { Condition, Filter, PageQuery, Where } from '../../store/store.ts'

export type Columns = Readonly<Record<string, PgColumn>>

export const columnOf = (columns: Columns, field: string): PgColumn => {
  const column = columns[field]
  if (!column) throw new TypeError(`There is no field ${field}`)
  return column
}

/** Returns the name of the column that contains `fold(row[field])`. */
export const foldedName = (field: string): string => `${field}Folded`

/** Returns the column that a field is sorted by: its folded form if it has one. */
export const sortName = (name: keyof Records, field: string): string => {
  const { folded } = schemaOf(name)
  return folded.includes(field) ? foldedName(field) : field
}

/** Returns a pattern that matches the text literally: the wildcards of LIKE are escaped. */
const likePattern = (part: string) => `%${fold(storable(part)).replace(/[\\%_]/g, '\\$&')}%`

const containing = (name: keyof Records, columns: Columns, field: string) => {
  assertSearchable(name, field)
  const column = columnOf(columns, foldedName(field))
  return (part: string) => like(column, likePattern(part))
}

const NOTHING = sql`false`
const EVERYTHING = sql`true`

const equals = (column: PgColumn, value: Value): SQL => (value === null ? isNull(column) : eq(column, storable(value)))

/**
 * From this number on, values are passed as one array, because drizzle and the driver are slow with many parameters.
 */
const MANY = 100

const oneOfPresent = (column: PgColumn, values: readonly Value[]): SQL =>
  values.length < MANY ? inArray(column, [...values]) : sql`${column} = any(${sql.param(values)})`

const oneOf = (column: PgColumn, values: readonly Value[]): SQL => {
  const present = values.filter((value) => value !== null).map(storable)
  const parts = [present.length > 0 && oneOfPresent(column, present), values.includes(null) && isNull(column)]
  return or(...parts.filter((part) => part !== false)) ?? NOTHING
}

const differs = (column: PgColumn, value: Value): SQL =>
  value === null ? isNotNull(column) : sql`${column} is distinct from ${sql.param(storable(value), column)}`

/** `right` counts code points, `length` in JavaScript UTF-16 units. */
const ending = (column: PgColumn, end: string): SQL => sql`right(${column}, ${[...end].length}) = ${end}`

/** Without such a line `split_part` returns an empty string. */
const inLine = (column: PgColumn, { start, has }: { start: string; has: string }): SQL =>
  sql`strpos(split_part(split_part(${column}, ${storable(start)}, 2), ${'\n'}, 1), ${storable(has)}) > 0`

/** Returns the condition of a comparison, if there is one. Nothing is less or greater than an absent value. */
const compared = (compare: typeof lt, column: PgColumn, bound: Value | undefined): SQL | undefined => {
  if (bound === undefined) return undefined
  return bound === null ? NOTHING : compare(column, storable(bound))
}

const meets = (
  name: keyof Records,
  columns: Columns,
  field: string,
  condition: Condition<Value>,
): (SQL | undefined)[] => {
  const column = columnOf(columns, field)
  const { in: list, contains, containsAny, line, has, endsWith, lt: below, gte: from, not } = condition
  return [
    list && oneOf(column, list),
    contains === undefined ? undefined : containing(name, columns, field)(contains),
    containsAny && (or(...containsAny.map(containing(name, columns, field))) ?? NOTHING),
    line && inLine(column, line),
    has === undefined ? undefined : sql`strpos(${column}, ${storable(has)}) > 0`,
    endsWith === undefined ? undefined : ending(column, storable(endsWith)),
    compared(lt, column, below),
    compared(gte, column, from),
    not === undefined ? undefined : differs(column, not),
  ]
}

/** The folded condition is redundant, but the indexes of a folded field contain only the folded form. */
const equalsByIndex = (columns: Columns, field: string, value: Value): (SQL | undefined)[] => {
  const folded = columns[foldedName(field)]
  const equal = equals(columnOf(columns, field), value)
  return typeof value === 'string' && folded ? [equal, eq(folded, fold(storable(value)))] : [equal]
}

/** Returns the SQL of a `where` and a search; `undefined` if every row matches. */
export const conditionsFor = <Row>(
  name: keyof Records,
  columns: Columns,
  where: Where<Row>,
  search?: PageQuery<Row>['search'],
): SQL | undefined => {
  const parts = conditionsOf(where).flatMap(([field, condition]: [string, CellCondition]) =>
    isCondition(condition) ? meets(name, columns, field, condition) : equalsByIndex(columns, field, condition),
  )
  const found =
    search && (or(...search.fields.map((field) => containing(name, columns, field)(search.text))) ?? NOTHING)
  return and(...parts, found)
}

/**
 * Returns the SQL of conditions with alternatives. A condition that is unknown because a value is absent counts as not
 * met.
 */
export const filterFor = <Row>(name: keyof Records, columns: Columns, filter: Filter<Row>): SQL => {
  if ('where' in filter) return conditionsFor(name, columns, filter.where) ?? EVERYTHING
  if ('none' in filter) return sql`(${filterFor(name, columns, filter.none)}) is not true`
  if ('all' in filter) return and(...filter.all.map((part) => filterFor(name, columns, part))) ?? EVERYTHING
  return or(...filter.any.map((part) => filterFor(name, columns, part))) ?? NOTHING
}
