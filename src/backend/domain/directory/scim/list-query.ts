import type { ScimObject } from '../provisioning/directory-facts.ts'
import { parseFilter } from './filter/parse-filter.ts'
import { type Resolved, resolveFilter } from './filter/resolve-filter.ts'
import { isUnassigned } from './normalize.ts'
import { type Projection, projectionOf } from './project.ts'
import { findTarget, type ResourceType, sameName, type Target } from './schema.ts'
import { scimRefusal } from './scim-error.ts'

export const MAX_PAGE_SIZE = 200
export const DEFAULT_PAGE_SIZE = 100
const MAX_INDEX = 1_000_000

export interface ListQuery {
  filter: Resolved | undefined
  sortBy: Target | undefined
  isDescending: boolean
  /** The index of the first resource, starting at 0. */
  offset: number
  count: number
  /** An empty string requests the first page; `undefined` means paging by index. */
  cursor: string | undefined
  projection: Projection
  /** Identifies the list that a cursor belongs to. */
  identity: string
}

const whole = (value: unknown, fallback: number, scimType: 'invalidCount' | 'invalidValue'): number => {
  if (isUnassigned(value) || value === '') return fallback
  const text = String(value)
  if (!/^-?\d{1,15}$/.test(text)) throw scimRefusal(scimType, 'count and startIndex must be whole numbers')
  return Number(text)
}

const optionalText = (value: unknown, name: string): string | undefined => {
  if (isUnassigned(value)) return undefined
  if (typeof value !== 'string') throw scimRefusal('invalidValue', `${name} must be a string`)
  return value
}

const sortOf = (type: ResourceType, name: string | undefined): Target | undefined => {
  if (!name) return undefined
  const target = findTarget(type, name)
  // Attributes that the type lacks don't sort anything (RFC 7644 §3.4.2.3).
  return target?.attribute && target
}

const isDescending = (value: string | undefined): boolean => {
  const order = value?.toLowerCase() ?? 'ascending'
  if (order !== 'ascending' && order !== 'descending')
    throw scimRefusal('invalidValue', 'sortOrder must be ascending or descending')
  return order === 'descending'
}

const PARAMETERS = [
  ...['filter', 'sortBy', 'sortOrder', 'startIndex', 'count', 'cursor'],
  ...['attributes', 'excludedAttributes'],
]

/** Returns the parameters under their own names: a filter in another case would be ignored, and find every user. */
export const withStandardNames = <Value>(given: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [PARAMETERS.find((known) => sameName(known, name)) ?? name, value]),
  )

/** Reads the parameters of a list, or of a search by POST (RFC 7644 §3.4.2 and §3.4.3, RFC 9865 §2). */
export const readListQuery = (type: ResourceType, given: ScimObject): ListQuery => {
  const [filter, sortBy, sortOrder] = ['filter', 'sortBy', 'sortOrder'].map((name) => optionalText(given[name], name))
  const cursor = optionalText(given.cursor, 'cursor')
  const isIndexed = !isUnassigned(given.startIndex) && given.startIndex !== ''
  if (cursor !== undefined && isIndexed) throw scimRefusal('invalidValue', 'cursor and startIndex exclude each other')
  const count = whole(given.count, DEFAULT_PAGE_SIZE, cursor === undefined ? 'invalidValue' : 'invalidCount')
  const index = whole(given.startIndex, 1, 'invalidValue')
  return {
    filter: filter?.trim() ? resolveFilter(type, parseFilter(filter)) : undefined,
    sortBy: sortOf(type, sortBy),
    isDescending: isDescending(sortOrder),
    offset: Math.min(MAX_INDEX, Math.max(1, index) - 1),
    count: Math.min(MAX_PAGE_SIZE, Math.max(0, count)),
    cursor,
    projection: projectionOf(type, given),
    identity: JSON.stringify([type.name, filter ?? '', sortBy ?? '', sortOrder ?? '']),
  }
}
