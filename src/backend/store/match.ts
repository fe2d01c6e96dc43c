import type { Records } from './records.ts'
import { assertSearchable } from './schema.ts'
import type { Condition, Filter, PageQuery, Where } from './store.ts'

/**
 * Folds text by one rule for all stores, so that a list has the same order and a search the same hits on each of them,
 * regardless of a database's collation. Fields that `schema.ts` lists as `folded` are sorted and searched by
 * `fold(text)`, all other texts by themselves; both by code point, with ties by `id`. Absent values are smaller than
 * every other. `DESC` is the exact reverse of `ASC`. Equality is always exact.
 */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Compares by code point (the byte order of UTF-8); plain `<` compares UTF-16 units, which differs beyond U+FFFF. */
export const compareCodePoints = (left: string, right: string): number => {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)]
    if (a !== b) return isSurrogate(a) === isSurrogate(b) ? a - b : Number(isSurrogate(a)) - Number(isSurrogate(b))
  }
  return left.length - right.length
}

const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff

/**
 * PostgreSQL can hold neither U+0000 nor half a surrogate pair, so every store drops the former and replaces the
 * latter.
 */
export const storable = <Value>(value: Value): Value =>
  // `Value` is a string here, and replacing keeps it one.
  typeof value === 'string' ? (value.replaceAll('\u0000', '').replace(LONE_SURROGATE, '\ufffd') as Value) : value

const LONE_SURROGATE = /\p{Surrogate}/gu

export type Value = string | number | boolean | null
export type Cells = Readonly<Record<string, Value>>
export type CellCondition = Value | Condition<Value>

/** Returns the conditions of a `where` and refuses `undefined`, which would silently match every row. */
export const conditionsOf = <Row>(where: Where<Row>): [field: string, condition: CellCondition][] =>
  Object.entries(where).map(([field, condition]) => {
    if (condition === undefined) throw new TypeError(`Condition on ${field} is undefined`)
    return [field, condition as CellCondition]
  })

export const isCondition = (condition: CellCondition): condition is Condition<Value> =>
  typeof condition === 'object' && condition !== null

/** Orders two values of one field: absent first, `false` before `true`, texts by code point. */
export const compareValues = (left: Value, right: Value): number => {
  if (left === right) return 0
  if (left === null) return -1
  if (right === null) return 1
  return typeof left === 'string' && typeof right === 'string'
    ? compareCodePoints(left, right)
    : Number(left) - Number(right)
}

const contains = (value: Value, part: string) => typeof value === 'string' && fold(value).includes(fold(storable(part)))

const hasInLine = (value: Value, { start, has }: { start: string; has: string }): boolean =>
  typeof value === 'string' && (value.split(storable(start))[1]?.split('\n')[0]?.includes(storable(has)) ?? false)

const meets = (value: Value, condition: Condition<Value>, listed: ReadonlySet<Value> | undefined): boolean => {
  const { contains: part, containsAny: parts, line, has, endsWith, lt, gte, not } = condition
  if (listed && !listed.has(value)) return false
  if (part !== undefined && !contains(value, part)) return false
  if (parts && !parts.some((wanted) => contains(value, wanted))) return false
  if (line && !hasInLine(value, line)) return false
  if (has !== undefined && !(typeof value === 'string' && value.includes(storable(has)))) return false
  if (endsWith !== undefined && !(typeof value === 'string' && value.endsWith(storable(endsWith)))) return false
  if (lt !== undefined && !(value !== null && lt !== null && compareValues(value, lt) < 0)) return false
  if (gte !== undefined && !(value !== null && gte !== null && compareValues(value, gte) >= 0)) return false
  return not === undefined || value !== storable(not)
}

/** Returns a predicate for one condition. A list becomes a set once, because a query by many ids checks every row. */
const cellMatcherOf = (condition: CellCondition): ((value: Value) => boolean) => {
  if (!isCondition(condition)) {
    const wanted = storable(condition)
    return (value) => value === wanted
  }
  const listed = condition.in && new Set(condition.in.map(storable))
  return (value) => meets(value, condition, listed)
}

/** Returns a predicate over rows for conditions with alternatives. */
export const filterMatcherOf = <Row>(name: keyof Records, filter: Filter<Row>): ((row: Cells) => boolean) => {
  if ('where' in filter) return matcherOf(name, filter.where)
  if ('none' in filter) {
    const isMatch = filterMatcherOf(name, filter.none)
    return (row) => !isMatch(row)
  }
  const parts = ('all' in filter ? filter.all : filter.any).map((part) => filterMatcherOf(name, part))
  return 'all' in filter ? (row) => parts.every((part) => part(row)) : (row) => parts.some((part) => part(row))
}

/** Returns a predicate over rows; refuses conditions that a database could not look up in an index. */
export const matcherOf = <Row>(
  name: keyof Records,
  where: Where<Row>,
  search?: PageQuery<Row>['search'],
): ((row: Cells) => boolean) => {
  const conditions = conditionsOf(where)
  for (const [field, condition] of conditions) {
    const searched = isCondition(condition) && (condition.contains !== undefined || condition.containsAny)
    if (searched) assertSearchable(name, field)
  }
  for (const field of search?.fields ?? []) assertSearchable(name, field)
  const matchers = conditions.map(([field, condition]) => [field, cellMatcherOf(condition)] as const)
  return (row) =>
    matchers.every(([field, isMatch]) => isMatch(row[field] ?? null)) &&
    (!search || search.fields.some((field) => contains(row[field] ?? null, search.text)))
}
