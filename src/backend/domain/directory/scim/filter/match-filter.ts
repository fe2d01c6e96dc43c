import { utcTimeOf } from '../../../../../rules/utc-time.ts'
import { compareCodePoints } from '../../../../store/match.ts'
import { isObject, type ScimObject } from '../../provisioning/directory-facts.ts'
import { plainForm } from '../leniency.ts'
import type { Attribute, Target } from '../schema.ts'
import type { Literal, Operator } from './parse-filter.ts'
import type { Resolved } from './resolve-filter.ts'

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const isPresent = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && !value.some(isPresent)) &&
  !(isObject(value) && !Object.values(value).some(isPresent))

/** Returns the values at a path: one value, or every value of a multi-valued attribute. */
export const valuesAt = (resource: ScimObject, { extension, attribute, sub }: Target): readonly unknown[] => {
  const holder = extension === undefined ? resource : resource[extension]
  if (!attribute) return [holder]
  const values = isObject(holder) ? listOf(holder[attribute.name]) : []
  return sub ? values.flatMap((value) => (isObject(value) ? listOf(value[sub.name]) : [])) : values
}

/** Returns the value to compare, which is `value` for a complex value. */
const plainOf = (value: unknown): unknown => (isObject(value) ? value.value : value)

/** Earlier releases stored letters with separate marks (NFD) as they were sent. */
const folded = (text: string): string => text.toLowerCase().normalize('NFC')

const comparable = (attribute: Attribute, value: unknown): unknown => {
  const { type, caseExact } = attribute
  if (type === 'dateTime' && typeof value === 'string') return utcTimeOf(value)
  // Earlier releases stored a boolean from the filter of a path as text, such as "True".
  if (type === 'boolean') return plainForm(attribute, value)
  return typeof value === 'string' && !caseExact ? folded(value) : value
}

const ordered = (left: unknown, right: unknown, test: (order: number) => boolean): boolean => {
  if (typeof left === 'number' && typeof right === 'number') return test(left - right)
  if (typeof left !== 'string' || typeof right !== 'string' || left === right) return left === right && test(0)
  return test(compareCodePoints(left, right))
}

const TEXT_TESTS: Partial<Record<Operator, (text: string, part: string) => boolean>> = {
  co: (text, part) => text.includes(part),
  sw: (text, part) => text.startsWith(part),
  ew: (text, part) => text.endsWith(part),
}

const ORDER_TESTS: Partial<Record<Operator, (order: number) => boolean>> = {
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
}

const textOf = ({ caseExact }: Attribute, value: unknown): string => {
  const text = typeof value === 'string' ? value : ''
  return caseExact ? text : folded(text)
}

const meets =
  (leaf: Attribute, operator: Operator, value: Literal) =>
  (found: unknown): boolean => {
    if (!isPresent(found) && found !== false) return false
    const textTest = TEXT_TESTS[operator]
    if (textTest) return textTest(textOf(leaf, found), textOf(leaf, value))
    const [left, right] = [comparable(leaf, found), comparable(leaf, value)]
    const orderTest = ORDER_TESTS[operator]
    return orderTest ? ordered(left, right, orderTest) : left === right
  }

const compare = (resource: ScimObject, node: Extract<Resolved, { kind: 'compare' }>): boolean => {
  const { target, leaf, operator, value } = node
  const values = valuesAt(resource, target).map(plainOf)
  const isEqual = () => (value === null ? !values.some(isPresent) : values.some(meets(leaf, 'eq', value)))
  if (operator === 'eq') return isEqual()
  if (operator === 'ne') return !isEqual()
  return values.some(meets(leaf, operator, value))
}

/** Returns whether a resource matches a filter. One matching value of a multi-valued attribute is enough. */
export const matchesFilter = (resource: ScimObject, node: Resolved): boolean => {
  if (node.kind === 'and') return node.parts.every((part) => matchesFilter(resource, part))
  if (node.kind === 'or') return node.parts.some((part) => matchesFilter(resource, part))
  if (node.kind === 'not') return !matchesFilter(resource, node.part)
  if (node.kind === 'present')
    return valuesAt(resource, node.target).some((value) => value === false || isPresent(value))
  if (node.kind === 'compare') return compare(resource, node)
  return valuesAt(resource, node.target).some((value) => isObject(value) && matchesFilter(value, node.part))
}
