import type { ScimResponse } from '../../../ports/scim.ts'
import type { Ports } from '../../../ports.ts'
import { compareValues, type Value } from '../../../store/match.ts'
import type { DirectoryCall } from '../provisioning/directory-call.ts'
import { isObject, type ScimObject } from '../provisioning/directory-facts.ts'
import { matchesFilter, valuesAt } from './filter/match-filter.ts'
import { columnOf, membersIn, planFilter, type RowFilter } from './filter/plan-filter.ts'
import type { Resolved } from './filter/resolve-filter.ts'
import { ensureIndexed } from './keys.ts'
import { GROUPS, type Kind, type Operation, type Row, resourcesOf, USERS } from './kinds.ts'
import { type ListQuery, readListQuery, withStandardNames } from './list-query.ts'
import { isShown, project } from './project.ts'
import { subAttribute, type Target } from './schema.ts'
import { ScimRefusal, scimRefusal } from './scim-error.ts'

/** The end of the last page: the value it was sorted by, and the id that breaks ties. */
interface Place {
  value: string | number | boolean | null
  id: string
}

/** The lifetime of a cursor, in seconds (RFC 9865 §2.1). */
export const CURSOR_SECONDS = 3_600

const encode = (text: string): string =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

const decode = (text: string): string =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.codePointAt(0) ?? 0),
  )

/** Signs a cursor for the list that `query` describes; the cursor is valid only for the same list. */
const signatureOf = (ports: Ports, query: string, payload: string): Promise<string> =>
  ports.keyedHash('scim-cursor', `${query} ${payload}`)

const writeCursor = async (ports: Ports, query: string, place: Place): Promise<string> => {
  const payload = encode(JSON.stringify({ ...place, at: ports.clock.now() }))
  return `${payload}.${await signatureOf(ports, query, payload)}`
}

const invalid = () => scimRefusal('invalidCursor', 'The cursor doesn’t belong to this list')

/**
 * Reads the place in a cursor.
 *
 * @throws ScimRefusal invalidCursor or expiredCursor
 */
const readCursor = async (ports: Ports, query: string, cursor: string): Promise<Place> => {
  const [payload = '', signature = ''] = cursor.split('.')
  if (signature === '' || (await signatureOf(ports, query, payload)) !== signature) throw invalid()
  const read: unknown = JSON.parse(decode(payload))
  if (!isObject(read)) throw invalid()
  if (ports.clock.now() - Number(read.at) > CURSOR_SECONDS * 1_000) {
    throw scimRefusal('expiredCursor', 'The cursor has expired. Start again with the first page')
  }
  // The payload is signed, so `writeCursor` wrote it.
  return { value: read.value as Place['value'], id: String(read.id) }
}

export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const BATCH = 1_000
/** The maximum number of rows that a request reads one by one. */
const MAX_SCANNED = 200_000

interface Listing {
  call: DirectoryCall
  kind: Kind
  query: ListQuery
}

/** The rows of one page, the total number of rows, and the start of the next page. */
interface Found {
  rows: readonly Row[]
  total: number
  next: Place | undefined
}

type SortField = keyof Row & string

/** Returns the column that a list is sorted by, or `undefined` if the resources themselves must be read. */
const sortFieldOf = ({ kind, query }: Listing): SortField | undefined => {
  if (!query.sortBy) return 'id'
  const column = columnOf(kind.type, query.sortBy)
  if (column?.kind === 'id') return 'id'
  // Columns of one type of resource are fields of its rows.
  return column && 'field' in column && column.kind !== 'lines' ? (column.field as SortField) : undefined
}

const cellOf = (row: Row, field: SortField): Value => row[field]

const after = (field: SortField, { value, id }: Place, isDescending: boolean): RowFilter => {
  const beyond = (name: SortField, limit: Value): RowFilter => {
    const condition = isDescending ? { lt: limit } : { gte: limit, not: limit }
    return { where: { [name]: condition } } as RowFilter
  }
  if (field === 'id') return beyond('id', id)
  return { any: [beyond(field, value), { all: [{ where: { [field]: value } } as RowFilter, beyond('id', id)] }] }
}

const nextOf = (rows: readonly Row[], count: number, sortedBy: (row: Row) => Value): Place | undefined => {
  const last = rows[count - 1]
  return rows.length > count && last ? { value: sortedBy(last), id: last.id } : undefined
}

/** Returns a list that the store filters and sorts by itself. */
const fromStore = async (listing: Listing, filter: RowFilter | undefined, start: Place | undefined): Promise<Found> => {
  const { call, kind, query } = listing
  const field = sortFieldOf(listing) ?? 'id'
  const rows = kind.rows(call)
  const where = { connectionId: call.connection.id }
  const sort = { field, order: query.isDescending ? ('DESC' as const) : ('ASC' as const) }
  // The filter contains only columns of this kind of row.
  const own = filter as Parameters<typeof rows.page>[0]['filter']
  if (query.cursor === undefined) {
    const page = await rows.page({ where, filter: own, sort, offset: query.offset, limit: query.count })
    return { rows: page.items, total: page.total, next: undefined }
  }
  const { total } = await rows.page({ where, filter: own, sort, offset: 0, limit: 0 })
  const parts = [own, start && after(field, start, query.isDescending)].flatMap((part) => part ?? [])
  const all = { all: parts } as typeof own
  const page = await rows.page({ where, filter: all, sort, offset: 0, limit: query.count + 1, total })
  const next = nextOf(page.items, query.count, (row) => cellOf(row, field))
  return { rows: page.items.slice(0, query.count), total, next }
}

const names = (node: Resolved | undefined, relation: string): boolean => {
  if (!node) return false
  if (node.kind === 'and' || node.kind === 'or') return node.parts.some((part) => names(part, relation))
  if (node.kind === 'not') return names(node.part, relation)
  return node.target.attribute?.name === relation
}

/** Returns the value to sort by: the primary one of several, else the first (RFC 7644 §3.4.2.3). */
const sortValueOf = (resource: ScimObject, target: Target): Value => {
  const { attribute, sub } = target
  const values = valuesAt(resource, { ...target, ...(attribute?.multiValued && { sub: undefined }) } as Target)
  const chosen = values.find((value) => isObject(value) && value.primary === true) ?? values[0]
  const part = attribute?.multiValued || !sub ? (sub?.name ?? 'value') : undefined
  const value = isObject(chosen) && part ? chosen[part] : chosen
  const leaf = sub ?? (attribute && subAttribute(attribute, 'value')) ?? attribute
  if (typeof value === 'string') return leaf?.caseExact ? value : value.toLowerCase()
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

interface Scanned {
  row: Row
  value: Value
}

/** Compares resources by value; missing values are the greatest. */
const compareScanned = (left: Scanned, right: Scanned): number => {
  if (left.value === null || right.value === null) {
    if (left.value !== right.value) return left.value === null ? 1 : -1
    return compareValues(left.row.id, right.row.id)
  }
  return compareValues(left.value, right.value) || compareValues(left.row.id, right.row.id)
}

const scan = async (listing: Listing, filter: RowFilter | undefined): Promise<Scanned[]> => {
  const { call, kind, query } = listing
  const rows = kind.rows(call)
  const own = filter as Parameters<typeof rows.page>[0]['filter']
  const { filter: tree, sortBy } = query
  const withRelation = names(tree, kind.relation) || sortBy?.attribute?.name === kind.relation
  const found: Scanned[] = []
  let last = ''
  for (let scanned = 0; ; scanned += BATCH) {
    if (scanned >= MAX_SCANNED) throw scimRefusal('tooMany', 'The filter matches too much. Make it narrower')
    // The rows are read by id and without a count, because an offset would read all earlier rows again.
    const where = { connectionId: call.connection.id, ...(last && { id: { gte: last, not: last } }) }
    const { items } = await rows.page({ where, filter: own, offset: 0, limit: BATCH, total: MAX_SCANNED })
    const resources = await resourcesOf(call, { kind, rows: items, withRelation })
    for (const [at, row] of items.entries()) {
      const resource = resources[at] ?? {}
      if (tree && !matchesFilter(resource, tree)) continue
      found.push({ row, value: sortBy ? sortValueOf(resource, sortBy) : row.id })
    }
    last = items.at(-1)?.id ?? ''
    if (items.length < BATCH) return found
  }
}

/** Returns a list by attributes that have no column: it reads all rows that may match and checks them here. */
const byScan = async (listing: Listing, filter: RowFilter | undefined, start: Place | undefined): Promise<Found> => {
  const { query } = listing
  const sorted = (await scan(listing, filter)).sort(compareScanned)
  if (query.isDescending) sorted.reverse()
  const total = sorted.length
  if (query.cursor === undefined) {
    const rows = sorted.slice(query.offset, query.offset + query.count).map(({ row }) => row)
    return { rows, total, next: undefined }
  }
  const sign = query.isDescending ? -1 : 1
  const isAfter = (each: Scanned) =>
    !start || sign * compareScanned(each, { value: start.value, row: { ...each.row, id: start.id } }) > 0
  const rest = sorted.filter(isAfter)
  const values = new Map(rest.map(({ row, value }) => [row.id, value]))
  const rows = rest.slice(0, query.count + 1).map(({ row }) => row)
  return {
    rows: rows.slice(0, query.count),
    total,
    next: nextOf(rows, query.count, ({ id }) => values.get(id) ?? null),
  }
}

const groupsByMember = async ({ call, kind, query }: Listing): Promise<Map<string, string[]>> => {
  const ids = query.filter && kind.relation === 'members' ? [...new Set(membersIn(kind.type, query.filter))] : []
  const found = new Map<string, string[]>(ids.map((id) => [id, []]))
  const links = ids.length ? await call.ports.store.directoryMemberships.list({ userId: { in: ids } }) : []
  for (const { userId, groupId } of links) found.get(userId)?.push(groupId)
  return found
}

const find = async (listing: Listing): Promise<Found> => {
  const { call, kind, query } = listing
  const start = query.cursor ? await readCursor(call.ports, identityOf(listing), query.cursor) : undefined
  const isIndexed = query.filter === undefined || (await ensureIndexed(call))
  const planner = { type: kind.type, groupsByMember: await groupsByMember(listing), isIndexed }
  const plan = query.filter ? planFilter(planner, query.filter) : { filter: undefined, isExact: true }
  const isStored = plan.isExact && sortFieldOf(listing) !== undefined
  return isStored ? fromStore(listing, plan.filter, start) : byScan(listing, plan.filter, start)
}

const identityOf = ({ call, query }: Listing): string => `${call.connection.id} ${query.identity}`

/** Returns a page of resources as clients see them. */
export const listResources = async (listing: Listing): Promise<ScimObject> => {
  const { call, kind, query } = listing
  const { rows, total, next } = await find(listing)
  const relation = kind.type.core.attributes.find(({ name }) => name === kind.relation)
  const withRelation = relation !== undefined && isShown(query.projection, relation)
  const resources = await resourcesOf(call, { kind, rows, withRelation })
  return {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    itemsPerPage: rows.length,
    ...(query.cursor === undefined && { startIndex: query.offset + 1 }),
    ...(next && { nextCursor: await writeCursor(call.ports, identityOf(listing), next) }),
    Resources: resources.map((resource) => project(kind.type, resource, query.projection)),
  }
}

const KINDS = [USERS, GROUPS]

/** Reads the query for one type. If the type lacks an attribute of the filter, its resources are left out. */
const readFor = (body: ScimObject) => (kind: (typeof KINDS)[number]) => {
  try {
    return { kind, query: readListQuery(kind.type, body), error: undefined }
  } catch (error) {
    if (!(error instanceof ScimRefusal && error.scimType === 'invalidFilter')) throw error
    return { kind, query: undefined, error }
  }
}

interface Part {
  kind: (typeof KINDS)[number]
  query: ListQuery
}

/** Searches all resources at the root (RFC 7644 §3.4.3), and returns users first and then groups, as one list. */
export const searchAll = async ({ call, body: given }: Operation): Promise<ScimResponse> => {
  const body = withStandardNames(given)
  if (body.cursor !== undefined && body.cursor !== null) throw scimRefusal('invalidCursor', 'Page here by startIndex')
  const read = KINDS.map(readFor(body))
  const parts = read.flatMap(({ kind, query }): Part[] => (query ? [{ kind, query }] : []))
  if (parts.length === 0) throw read[0]?.error ?? scimRefusal('invalidFilter', 'The filter fits no resource')
  const resources: unknown[] = []
  let total = 0
  const { offset: start = 0, count = 0 } = parts[0]?.query ?? {}
  for (const { kind, query } of parts) {
    const page = { ...query, offset: Math.max(0, start - total), count: count - resources.length }
    const found = await listResources({ call, kind, query: page })
    total += Number(found.totalResults)
    resources.push(...(Array.isArray(found.Resources) ? found.Resources : []))
  }
  const list = { totalResults: total, itemsPerPage: resources.length, startIndex: start + 1, Resources: resources }
  return { status: 200, body: { schemas: [LIST_SCHEMA], ...list } }
}
