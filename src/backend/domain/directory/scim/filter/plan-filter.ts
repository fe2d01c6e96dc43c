import { utcTimeOf } from '../../../../../rules/utc-time.ts'
import type { DirectoryGroupRecord, DirectoryUserRecord } from '../../../../store/records.ts'
import type { Condition, Filter } from '../../../../store/store.ts'
import { ABSENT, formsOf } from '../keys.ts'
import type { ResourceType, Target } from '../schema.ts'
import { linePartOf, lineStartOf } from '../values-text.ts'
import type { Literal, Operator } from './parse-filter.ts'
import type { Resolved } from './resolve-filter.ts'

/** The column that stores an attribute; attributes without one are read from the resource. */
type Column =
  | { kind: 'text' | 'time' | 'flag'; field: keyof Row & string }
  | { kind: 'id' }
  | { kind: 'lines'; field: keyof Row & string }
  | { kind: 'members' }

const COMMON: Readonly<Record<string, Column>> = {
  id: { kind: 'id' },
  externalId: { kind: 'text', field: 'externalIdKey' },
  displayName: { kind: 'text', field: 'displayNameKey' },
  'meta.created': { kind: 'time', field: 'createdAt' },
  'meta.lastModified': { kind: 'time', field: 'updatedAt' },
}

const COLUMNS: Readonly<Record<ResourceType['name'], Readonly<Record<string, Column>>>> = {
  User: {
    ...COMMON,
    userName: { kind: 'text', field: 'userNameKey' },
    'name.givenName': { kind: 'text', field: 'givenNameKey' },
    'name.familyName': { kind: 'text', field: 'familyNameKey' },
    emails: { kind: 'lines', field: 'emailsText' },
    'emails.value': { kind: 'lines', field: 'emailsText' },
    active: { kind: 'flag', field: 'active' },
  },
  Group: { ...COMMON, members: { kind: 'members' }, 'members.value': { kind: 'members' } },
}

export const columnOf = (type: ResourceType, { extension, attribute, sub }: Target): Column | undefined => {
  if (extension !== undefined || !attribute) return undefined
  const columns = COLUMNS[type.name]
  const path = sub ? `${attribute.name}.${sub.name}` : attribute.name
  return Object.hasOwn(columns, path) ? columns[path] : undefined
}

type Row = DirectoryUserRecord & DirectoryGroupRecord
export type RowFilter = Filter<Row>

/**
 * The part of a filter that the store can evaluate. Rows that it excludes never match; unless the plan is exact, the
 * other rows are checked again.
 */
interface Plan {
  filter: RowFilter | undefined
  isExact: boolean
}

const UNPLANNED: Plan = { filter: undefined, isExact: false }
const exact = (filter: RowFilter): Plan => ({ filter, isExact: true })
const EVERYTHING: RowFilter = { all: [] }

const on = (field: keyof Row & string, condition: Condition<string> | string | number | boolean): RowFilter =>
  // The columns of one kind have values of the same type (`COLUMNS`).
  ({ where: { [field]: condition } }) as RowFilter

const negated = ({ filter, isExact }: Plan): Plan => (filter && isExact ? exact({ none: filter }) : UNPLANNED)

const oneOf = ([first = '', ...more]: readonly string[]): Condition<string> | string =>
  more.length ? { in: [first, ...more] } : first

/** Narrows the rows down with the text index, and then checks the column of the attribute. */
const searched = (field: keyof Row & string, text: string, condition: Condition<string>): RowFilter => ({
  all: [on('searchText', { contains: text }), on(field, condition)],
})

const EQUAL_IN_FORMS: readonly Operator[] = ['eq', 'co', 'sw', 'ew']

/** Plans a comparison with a string in each form in which it may be stored; an order depends on one form. */
const inEachForm = (operator: Operator, text: string, planOf: (form: string) => Plan): Plan =>
  EQUAL_IN_FORMS.includes(operator) ? combined('or', formsOf(text).map(planOf)) : planOf(text)

const byText = (field: keyof Row & string, operator: Operator, text: string): Plan => {
  if (operator === 'eq') return exact(on(field, text))
  if (operator === 'co') return exact(searched(field, text, { has: text, not: ABSENT }))
  if (operator === 'ew') return exact(searched(field, text, { endsWith: text, not: ABSENT }))
  if (operator === 'sw') return exact(on(field, { gte: text, lt: text + ABSENT }))
  if (operator === 'ge') return exact(on(field, { gte: text, lt: ABSENT }))
  if (operator === 'gt') return exact(on(field, { gte: text, lt: ABSENT, not: text }))
  if (operator === 'lt') return exact(on(field, { lt: text }))
  return exact({ any: [on(field, { lt: text }), on(field, text)] })
}

const LINES: Partial<Record<Operator, (text: string) => string>> = {
  eq: (text) => `\n${text}\n`,
  co: (text) => text,
  sw: (text) => `\n${text}`,
  ew: (text) => `${text}\n`,
}

const byLines = (field: keyof Row & string, operator: Operator, text: string): Plan => {
  const lineOf = LINES[operator]
  if (!lineOf || text === '' || text.includes('\n')) return UNPLANNED
  return exact(searched(field, text, { has: lineOf(text) }))
}

const byTime = (field: keyof Row & string, operator: Operator, time: number): Plan => {
  const number = (condition: Condition<number>) => exact(on(field, condition as unknown as Condition<string>))
  if (operator === 'eq') return exact(on(field, time))
  if (operator === 'gt') return number({ gte: time + 1 })
  if (operator === 'ge') return number({ gte: time })
  if (operator === 'lt') return number({ lt: time })
  return operator === 'le' ? number({ lt: time + 1 }) : UNPLANNED
}

/** Groups by the id of a member; they are read in advance. */
type GroupsByMember = ReadonlyMap<string, readonly string[]>

interface Planner {
  type: ResourceType
  groupsByMember: GroupsByMember
  /** Whether every row has `valuesText`. */
  isIndexed: boolean
}

const byValue = (
  column: Column,
  operator: Operator,
  { value, isExactCase }: { value: Literal; isExactCase: boolean },
): Plan => {
  if (column.kind === 'flag')
    return operator === 'eq' && typeof value === 'boolean' ? exact(on(column.field, value)) : UNPLANNED
  if (typeof value !== 'string') return UNPLANNED
  if (column.kind === 'id') return operator === 'eq' ? exact(on('id', value)) : UNPLANNED
  if (column.kind === 'time') return byTime(column.field, operator, utcTimeOf(value))
  const text = isExactCase ? value : value.toLowerCase()
  if (column.kind === 'lines') return inEachForm(operator, text, (form) => byLines(column.field, operator, form))
  if (column.kind !== 'text') return UNPLANNED
  if (isExactCase) return byText(column.field, operator, text)
  if (operator === 'eq') return exact(on(column.field, oneOf(formsOf(text))))
  return inEachForm(operator, text, (form) => byText(column.field, operator, form))
}

/** Plans a comparison of an attribute without a column, whose texts are lines of `valuesText`. */
const byValuesText = (planner: Planner, node: Extract<Resolved, { kind: 'compare' }>): Plan => {
  const { target, operator, value } = node
  if (value === null) return negated(presence(planner, target))
  const start = planner.isIndexed ? lineStartOf(planner.type, target) : undefined
  if (start === undefined || typeof value !== 'string') return UNPLANNED
  return inEachForm(operator, value.toLowerCase(), (form) => {
    const part = linePartOf(operator, form)
    return part ? exact(searched('valuesText', part.contains, { line: { start, has: part.has } })) : UNPLANNED
  })
}

const isComplex = ({ attribute, sub }: Target): boolean => attribute?.type === 'complex' && !sub

const presence = (planner: Planner, target: Target): Plan => {
  const column = columnOf(planner.type, target)
  if (column || !planner.isIndexed || isComplex(target)) return byPresence(column)
  const start = lineStartOf(planner.type, target)
  return start === undefined ? UNPLANNED : exact(on('valuesText', { has: start }))
}

const byPresence = (column: Column | undefined): Plan => {
  if (column?.kind === 'text') return exact(on(column.field, { not: ABSENT }))
  if (column?.kind === 'lines') return exact(on(column.field, { not: '' }))
  return column && column.kind !== 'members' ? exact(EVERYTHING) : UNPLANNED
}

const compared = (planner: Planner, node: Extract<Resolved, { kind: 'compare' }>): Plan => {
  const { target, leaf, operator, value } = node
  const column = columnOf(planner.type, target)
  if (operator === 'ne') return negated(compared(planner, { ...node, operator: 'eq' }))
  if (!column) return byValuesText(planner, node)
  if (value === null) return negated(byPresence(column))
  if (column.kind === 'members') {
    const ids = operator === 'eq' ? planner.groupsByMember.get(String(value)) : undefined
    return ids ? exact(on('id', { in: ids })) : UNPLANNED
  }
  return byValue(column, operator, { value, isExactCase: leaf.caseExact === true })
}

/**
 * Plans a filter such as `emails[type eq "work" and value co "x"]`. The store can evaluate each part, but only the
 * resource shows whether a single value meets both.
 */
const ofOneValue = (planner: Planner, { target, part }: Extract<Resolved, { kind: 'value' }>): Plan => {
  const conditions = part.kind === 'and' ? part.parts : [part]
  const plans = conditions.flatMap((condition) => {
    if (condition.kind !== 'compare' || condition.operator === 'ne' || condition.value === null) return []
    const plan = compared(planner, { ...condition, target: { ...target, sub: condition.leaf } })
    return plan.filter ? [{ filter: plan.filter, isExact: plan.isExact }] : []
  })
  if (plans.length === 0) return UNPLANNED
  const isExact = conditions.length === 1 && plans.every((plan) => plan.isExact)
  return { filter: { all: plans.map(({ filter }) => filter) }, isExact }
}

const combined = (kind: 'and' | 'or', plans: readonly Plan[]): Plan => {
  const filters = plans.flatMap(({ filter }) => filter ?? [])
  const isExact = plans.every((plan) => plan.isExact)
  if (plans.length === 1) return plans[0] ?? UNPLANNED
  if (kind === 'and') return filters.length ? { filter: { all: filters }, isExact } : UNPLANNED
  return filters.length === plans.length ? { filter: { any: filters }, isExact } : UNPLANNED
}

export const planFilter = (planner: Planner, node: Resolved): Plan => {
  if (node.kind === 'and' || node.kind === 'or') {
    return combined(
      node.kind,
      node.parts.map((part) => planFilter(planner, part)),
    )
  }
  if (node.kind === 'not') return negated(planFilter(planner, node.part))
  if (node.kind === 'present') return presence(planner, node.target)
  return node.kind === 'compare' ? compared(planner, node) : ofOneValue(planner, node)
}

/** Returns the ids of members that a filter of groups compares with. */
export const membersIn = (type: ResourceType, node: Resolved): string[] => {
  if (node.kind === 'and' || node.kind === 'or') return node.parts.flatMap((part) => membersIn(type, part))
  if (node.kind === 'not') return membersIn(type, node.part)
  if (node.kind === 'value') {
    return node.target.attribute?.name === 'members' ? literalsIn(node.part) : []
  }
  const isMember = node.kind === 'compare' && columnOf(type, node.target)?.kind === 'members'
  return isMember && typeof node.value === 'string' ? [node.value] : []
}

const literalsIn = (node: Resolved): string[] => {
  if (node.kind === 'and' || node.kind === 'or') return node.parts.flatMap(literalsIn)
  return node.kind === 'compare' && typeof node.value === 'string' ? [node.value] : []
}
