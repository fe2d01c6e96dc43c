import { plainForm } from '../leniency.ts'
import { type Attribute, findTarget, type ResourceType, subAttribute, type Target } from '../schema.ts'
import { scimRefusal } from '../scim-error.ts'
import type { Literal, Operator, Tree } from './parse-filter.ts'

/** A filter whose attributes exist and have types that fit their comparisons. */
export type Resolved =
  | { kind: 'and'; parts: readonly Resolved[] }
  | { kind: 'or'; parts: readonly Resolved[] }
  | { kind: 'not'; part: Resolved }
  | { kind: 'present'; target: Target }
  | { kind: 'compare'; target: Target; leaf: Attribute; operator: Operator; value: Literal }
  | { kind: 'value'; target: Target; part: Resolved }

const invalid = (detail: string) => scimRefusal('invalidFilter', detail)

const ORDERED: readonly Operator[] = ['gt', 'ge', 'lt', 'le']
const TEXTUAL: readonly Operator[] = ['co', 'sw', 'ew']
const TEXTS: readonly Attribute['type'][] = ['string', 'reference', 'binary', 'dateTime']

export const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text) && !Number.isNaN(Date.parse(text))

/**
 * Returns the value as a string if the attribute has strings. Clients omit the quotation marks of a string that is a
 * number, `true`, or `false`.
 */
const literalFor = (leaf: Attribute, given: Literal): Literal => {
  // The value stays a literal in its plain form.
  const value = plainForm(leaf, given) as Literal
  return value !== null && TEXTS.includes(leaf.type) ? String(value) : value
}

const fits = ({ type }: Attribute, value: Literal): boolean => {
  if (value === null) return true
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'integer' || type === 'decimal') return typeof value === 'number'
  return typeof value === 'string'
}

const assertComparable = (leaf: Attribute, operator: Operator, value: Literal): void => {
  const isOrder = ORDERED.includes(operator)
  const isText = TEXTUAL.includes(operator)
  if (isOrder && (leaf.type === 'boolean' || leaf.type === 'binary')) throw invalid(`${leaf.name} has no order`)
  if (isText && !TEXTS.includes(leaf.type)) throw invalid(`${leaf.name} is not a string`)
  if (value === null && (isOrder || isText)) throw invalid(`${operator} needs a value`)
  if (!fits(leaf, value)) throw invalid(`${leaf.name} can’t be compared with ${JSON.stringify(value)}`)
  const isDate = leaf.type === 'dateTime' && typeof value === 'string' && !isText
  if (isDate && !isTime(value)) throw invalid(`${leaf.name} must be compared with a date and time`)
}

/** Returns the attribute to compare, which is `value` for a complex attribute. */
const leafOf = ({ attribute, sub }: Target): Attribute | undefined => {
  const leaf = sub ?? attribute
  return leaf?.type === 'complex' ? subAttribute(leaf, 'value') : leaf
}

const partOf = (within: Target, path: string): Target | undefined => {
  const sub = within.attribute && subAttribute(within.attribute, path)
  // Within `emails[…]`, the parts of an email are attributes of their own.
  return sub && { attribute: sub }
}

/**
 * Resolves the attributes of a filter.
 *
 * @throws ScimRefusal invalidFilter for an attribute the type lacks, or a comparison that makes no sense
 */
export const resolveFilter = (type: ResourceType, tree: Tree, within?: Target): Resolved => {
  if (tree.kind === 'and' || tree.kind === 'or') {
    return { kind: tree.kind, parts: tree.parts.map((part) => resolveFilter(type, part, within)) }
  }
  if (tree.kind === 'not') return { kind: 'not', part: resolveFilter(type, tree.part, within) }
  const target = within ? partOf(within, tree.path) : findTarget(type, tree.path)
  if (!target) throw invalid(`There is no attribute ${tree.path}`)
  if (tree.kind === 'present') return { kind: 'present', target }
  if (tree.kind === 'value') {
    const isComplex = target.attribute?.type === 'complex' && !target.sub && !within
    if (!isComplex) throw invalid(`${tree.path} has no parts`)
    return { kind: 'value', target, part: resolveFilter(type, tree.part, target) }
  }
  const leaf = leafOf(target)
  if (!leaf) throw invalid(`${tree.path} can’t be compared as a whole`)
  const value = literalFor(leaf, tree.value)
  assertComparable(leaf, tree.operator, value)
  return { kind: 'compare', target, leaf, operator: tree.operator, value }
}
