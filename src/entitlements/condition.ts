import type { TargetCondition } from '../entities/entitlements.ts'
import { attributeOf, own } from './attributes.ts'
import { findPattern } from './pattern.ts'
import type { Query } from './query.ts'

/**
 * `undefined` means that the payload or attribute has a wrong type, so the condition is not satisfied, negated or not.
 */
type Outcome = boolean | undefined
type Operation = (payload: object, attribute: unknown, query: Query) => Outcome

const isText = (item: unknown): item is string => typeof item === 'string'

const areTexts = (items: unknown): items is string[] => Array.isArray(items) && items.every(isText)

const onTexts =
  (test: (attribute: string, item: string) => boolean): Operation =>
  (payload, attribute) => {
    const list = own(payload, 'list')
    return isText(attribute) && areTexts(list) ? list.some((item) => test(attribute, item)) : undefined
  }

/** An attribute with several values matches if one of them is in the list. */
const inList: Operation = (payload, attribute) => {
  const list = own(payload, 'list')
  const values = isText(attribute) ? [attribute] : attribute
  return areTexts(values) && areTexts(list) ? values.some((value) => list.includes(value)) : undefined
}

const onNumber =
  (test: (attribute: number, number: number) => boolean): Operation =>
  (payload, attribute) => {
    const number = own(payload, 'number')
    return typeof number === 'number' && typeof attribute === 'number' ? test(attribute, number) : undefined
  }

const isDateForm = (value: unknown): value is string | number | Date =>
  Boolean(value) && (typeof value === 'string' || typeof value === 'number' || value instanceof Date)

const timeOf = (value: unknown): number | undefined => {
  const time = isDateForm(value) ? new Date(value).getTime() : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** ISO 8601 dates of tokens and profiles: a day, or a day and a time. */
const ISO_DATE = /^\d{4}-\d\d-\d\d(T\d\d:[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/

const attributeTime = (value: unknown): number | undefined =>
  value instanceof Date || (isText(value) && ISO_DATE.test(value)) ? timeOf(value) : undefined

const onDate =
  (test: (attribute: number, date: number) => boolean): Operation =>
  (payload, attribute) => {
    const wanted = timeOf(own(payload, 'date'))
    const given = attributeTime(attribute)
    return wanted === undefined || given === undefined ? undefined : test(given, wanted)
  }

const matches: Operation = (payload, attribute, query) => {
  const pattern = own(payload, 'string')
  if (typeof pattern !== 'string' || typeof attribute !== 'string') return undefined
  const result = findPattern(pattern, attribute, query)
  if (result === 'gave-up') query.isExhausted = true
  return result === 'gave-up' ? undefined : result === 'match'
}

const betweenNumeric: Operation = (payload, attribute) => {
  const [start, end] = [own(payload, 'start'), own(payload, 'end')]
  return typeof start === 'number' && typeof end === 'number' && typeof attribute === 'number'
    ? start <= attribute && attribute <= end
    : undefined
}

const betweenDate: Operation = (payload, attribute) => {
  const [low, high] = [timeOf(own(payload, 'start')), timeOf(own(payload, 'end'))]
  const given = attributeTime(attribute)
  return low === undefined || high === undefined || given === undefined ? undefined : low <= given && given <= high
}

/** Operations of rule conditions, by name. */
const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['in_list', inList],
  ['starts_with', onTexts((attribute, item) => attribute.startsWith(item))],
  ['ends_with', onTexts((attribute, item) => attribute.endsWith(item))],
  ['contains', onTexts((attribute, item) => attribute.includes(item))],
  ['matches', matches],
  ['equal', onNumber((attribute, number) => attribute === number)],
  ['greater_than', onNumber((attribute, number) => attribute > number)],
  ['greater_than_equal', onNumber((attribute, number) => attribute >= number)],
  ['lower_than', onNumber((attribute, number) => attribute < number)],
  ['lower_than_equal', onNumber((attribute, number) => attribute <= number)],
  ['between_numeric', betweenNumeric],
  [
    'is',
    (payload, attribute) => {
      const wanted = own(payload, 'boolean')
      return typeof wanted === 'boolean' && typeof attribute === 'boolean' ? wanted === attribute : undefined
    },
  ],
  ['on', onDate((attribute, date) => attribute === date)],
  ['on_or_after', onDate((attribute, date) => attribute >= date)],
  ['on_or_before', onDate((attribute, date) => attribute <= date)],
  ['between_date', betweenDate],
])

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isMet = ({ op, value, negate }: TargetCondition, given: unknown, query: Query): boolean => {
  const operation = OPERATIONS.get(op)
  if (!operation || given === undefined) return false
  const outcome = operation(value, given, query)
  if (outcome === undefined) return false
  return negate ? !outcome : outcome
}

/**
 * Returns whether one condition holds; one with a malformed shape, an unknown operation or a missing attribute never
 * does.
 */
export const holds = (condition: TargetCondition, query: Query): boolean => {
  if (!isObject(condition) || !isObject(condition.value) || typeof condition.attribute !== 'string') return false
  const given = attributeOf(condition.attribute, query)
  const outcome = isMet(condition, given, query)
  query.note?.({ kind: 'condition', condition, given, holds: outcome })
  return outcome
}
