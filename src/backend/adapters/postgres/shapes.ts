import { type CellCondition, conditionsOf, fold, isCondition, storable, type Value } from '../../store/match.ts'
import type { Records } from '../../store/records.ts'
import { schemaOf } from '../../store/schema.ts'
import type { Condition, Where } from '../../store/store.ts'

/** The values of a statement, in the order of its parameters. Statements with the same key have the same text. */
export interface Shape {
  key: string
  values: readonly unknown[]
  /** Whether the best plan is the same for all values, because none of them is in many rows of a large table. */
  isLookUp: boolean
}

type Part = Omit<Shape, 'isLookUp'>

/** Fields that have many different values in every large table. */
const DISTINCT = ['id', 'userId', 'email', 'sessionId', 'domain']

/** Lists of up to this many values have a shape of their own. */
const MAX_LISTED = 8

/** Returns the shape of one condition, or `undefined` for a kind of condition that is rare. */
const shapeOfCondition = (condition: Condition<Value>): Part | undefined => {
  const { in: list, lt: below, gte: from, not, ...rare } = condition
  if (Object.values(rare).some((value) => value !== undefined) || (list?.length ?? 0) > MAX_LISTED) return undefined
  const present = list?.filter((value) => value !== null) ?? []
  const listed = list && `in ${present.length}${list.includes(null) ? ' or null' : ''}`
  const others = Object.entries({ lt: below, gte: from, not }).filter(([, value]) => value !== undefined)
  const kinds = others.map(([kind, value]) => (value === null ? `${kind} null` : kind))
  const values = [...present, ...others.flatMap(([, value]) => (value === null ? [] : [value as Value]))]
  return { key: [listed, ...kinds].join(' '), values: values.map(storable) }
}

const shapeOfValue = (value: Value, isFolded: boolean): Part => {
  if (value === null) return { key: 'null', values: [] }
  if (!isFolded || typeof value !== 'string') return { key: '=', values: [storable(value)] }
  return { key: '= folded', values: [storable(value), fold(storable(value))] }
}

/** Returns the values that a condition allows, if it lists them. */
const listedIn = (condition: CellCondition): readonly Value[] | undefined =>
  isCondition(condition) ? condition.in : [condition]

const isLookUp = <Row>(name: keyof Records, where: Where<Row>): boolean => {
  const listed = new Map(
    conditionsOf(where).map(([field, condition]: [string, CellCondition]) => [field, listedIn(condition)]),
  )
  return (
    DISTINCT.some((field) => listed.get(field)?.includes(null) === false) ||
    schemaOf(name).unique.some((fields) => fields.every((field) => listed.get(field)))
  )
}

/**
 * Returns the shape of the SQL that `conditionsFor` returns for a `where` without a search; `undefined` if its text has
 * to be built each time.
 */
export const shapeOf = <Row>(name: keyof Records, where: Where<Row>): Shape | undefined => {
  const folded: readonly string[] = schemaOf(name).folded
  let key: string = name
  const values: unknown[] = []
  for (const [field, condition] of conditionsOf(where) as [string, CellCondition][]) {
    const shape = isCondition(condition) ? shapeOfCondition(condition) : shapeOfValue(condition, folded.includes(field))
    if (!shape) return undefined
    key += `, ${field} ${shape.key}`
    values.push(...shape.values)
  }
  return { key, values, isLookUp: isLookUp(name, where) }
}
