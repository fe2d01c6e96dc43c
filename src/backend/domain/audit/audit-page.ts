import type { AuditRecord } from '../../store/records.ts'
import {
  type Collections,
  type Condition,
  MAX_COUNTED,
  type Page,
  type PageQuery,
  type Where,
} from '../../store/store.ts'
import { HOUR_MS, hourOf } from './tallies.ts'

type AuditWhere = Where<AuditRecord>
type CountStore = Pick<Collections, 'audits' | 'auditHeads' | 'auditTallies'>

/** Consecutive time intervals of equal length. */
export interface Spans {
  from: number
  step: number
  size: number
}

const TALLIED: readonly string[] = ['tenantId', 'createdAt', 'action', 'severity']

/** Up to this range it is faster to count the rows. */
const SHORT_MS = 12 * HOUR_MS

/** A whole hour later than any time. */
const END = hourOf(2 ** 52)

const MAX_ROUNDS = 5

const rangeOf = (where: AuditWhere): { gte: number; lt: number } => {
  // Only `auditWhere` makes conditions on the time.
  const { gte, lt } = (where.createdAt ?? {}) as Condition<number>
  return { gte: Math.max(0, gte ?? 0), lt: Math.min(END, lt ?? END) }
}

/** Returns whether matching rows can be counted from the tallies by hour, action, and severity. */
const isTallied = (where: AuditWhere): boolean => Object.keys(where).every((field) => TALLIED.includes(field))

const sumOf = (lists: readonly number[][], size: number): number[] =>
  Array.from({ length: size }, (_, at) => lists.reduce((sum, list) => sum + (list[at] ?? 0), 0))

/** Counts rows of whole hours: those in the tallies, and those that are not tallied yet. */
const inWholeHours = async (
  store: CountStore,
  where: AuditWhere,
  { spans, talliedSeq }: { spans: Spans; talliedSeq: number },
): Promise<number[][]> => {
  const { createdAt, ...facts } = where
  // Both record types use the same names for these fields.
  const tallies = { ...(facts as object), hour: createdAt } as Parameters<typeof store.auditTallies.histogram>[0]
  return [
    await store.auditTallies.histogram(tallies, { field: 'hour', ...spans, sum: 'total' }),
    await store.audits.histogram({ ...where, seq: { gte: talliedSeq + 1 } }, { field: 'createdAt', ...spans }),
  ]
}

const countTallied = async (
  store: CountStore,
  where: AuditWhere,
  { spans, talliedSeq }: { spans: Spans; talliedSeq: number },
): Promise<number[]> => {
  const { gte, lt } = rangeOf(where)
  const [first, last] = [hourOf(gte + HOUR_MS - 1), hourOf(lt)]
  const during = (range: Condition<number>) => ({ ...where, createdAt: range })
  const parts = await inWholeHours(store, during({ gte: first, lt: last }), { spans, talliedSeq })
  for (const range of [
    { gte, lt: first },
    { gte: last, lt },
  ]) {
    if (range.gte < range.lt) parts.push(await store.audits.histogram(during(range), { field: 'createdAt', ...spans }))
  }
  return sumOf(parts, spans.size)
}

/** Repeats the read if a block was tallied in the meantime, because that block would count twice. */
const steadily = async <Result>(
  store: CountStore,
  tenantId: string,
  read: (talliedSeq: number) => Promise<Result>,
): Promise<Result> => {
  const talliedSeq = async () => (await store.auditHeads.get(tenantId))?.talliedSeq ?? 0
  let before = await talliedSeq()
  for (let round = 1; ; round++) {
    const result = await read(before)
    const after = await talliedSeq()
    if (after === before || round === MAX_ROUNDS) return result
    before = after
  }
}

/** Returns the number of matching rows in each span. Only spans of whole hours can use the fast tallies. */
export const auditCounts = async (store: CountStore, where: AuditWhere, spans: Spans): Promise<number[]> => {
  const { gte, lt } = rangeOf(where)
  const isWhole = spans.step % HOUR_MS === 0 && spans.from % HOUR_MS === 0
  if (!isTallied(where) || !isWhole || lt - gte < SHORT_MS) {
    return store.audits.histogram(where, { field: 'createdAt', ...spans })
  }
  return steadily(store, String(where.tenantId), (talliedSeq) => countTallied(store, where, { spans, talliedSeq }))
}

/** Returns the number of an account's rows, from the first and last position, because a log has no gaps. */
const allOf = async (store: CountStore, tenantId: string): Promise<number> => {
  const sort = { field: 'seq', order: 'ASC' } as const
  const { items } = await store.audits.page({ where: { tenantId }, sort, offset: 0, limit: 1, total: 1 })
  const [oldest] = items
  if (!oldest) return 0
  return ((await store.auditHeads.get(tenantId))?.seq ?? 0) - oldest.seq + 1
}

/** Returns the number of matching rows if it is known without counting them one by one. */
const auditTotal = async (store: CountStore, where: AuditWhere): Promise<number | undefined> => {
  if (!isTallied(where)) return undefined
  if (Object.keys(where).length === 1) return allOf(store, String(where.tenantId))
  const [total] = await auditCounts(store, where, { from: 0, step: END, size: 1 })
  return total
}

type AuditQuery = PageQuery<AuditRecord> & {
  where: Where<AuditRecord>
  sort: NonNullable<PageQuery<AuditRecord>['sort']>
}
type PageStore = Pick<Collections, 'audits' | 'auditHeads' | 'auditTallies'>

const DAY_MS = 24 * HOUR_MS

/** Pages beyond this offset are found with the tallies. */
const FAR_OFFSET = 5_000

/** Returns the time of the first row in an order. */
const edgeOf = async (store: PageStore, tenantId: string, order: 'ASC' | 'DESC'): Promise<number> => {
  const sort = { field: 'createdAt', order } as const
  const { items } = await store.audits.page({ where: { tenantId }, sort, offset: 0, limit: 1, total: 1 })
  return items[0]?.createdAt ?? 0
}

/** Returns the span that contains the row at an offset, and the number of rows before the span. */
const spanAt = (counts: readonly number[], offset: number, order: 'ASC' | 'DESC') => {
  const places = counts.map((count, at) => ({ count, at }))
  let before = 0
  for (const { count, at } of order === 'ASC' ? places : places.reverse()) {
    if (before + count > offset) return { at, before }
    before += count
  }
  return undefined
}

/** Returns the hour of the row at a large offset, and the number of rows before that hour. */
const hourAt = async (store: PageStore, { where, sort, offset }: AuditQuery) => {
  const tenantId = String(where.tenantId)
  const from = Math.floor((await edgeOf(store, tenantId, 'ASC')) / DAY_MS) * DAY_MS
  const end = (await edgeOf(store, tenantId, 'DESC')) + 1
  const find = async (spans: Spans, rest: number) => spanAt(await auditCounts(store, where, spans), rest, sort.order)
  const day = await find({ from, step: DAY_MS, size: Math.ceil((end - from) / DAY_MS) }, offset)
  if (!day) return undefined
  const start = from + day.at * DAY_MS
  const hour = await find({ from: start, step: HOUR_MS, size: DAY_MS / HOUR_MS }, offset - day.before)
  return hour && { hour: hourOf(start + hour.at * HOUR_MS), before: day.before + hour.before }
}

/** Reads a page at a large offset from the hour it begins in, instead of skipping all earlier rows. */
const farPage = async (store: PageStore, query: AuditQuery, total: number): Promise<Page<AuditRecord>> => {
  const found = await hourAt(store, query)
  if (!found) return { items: [], total }
  const { hour, before } = found
  const createdAt = query.sort.order === 'ASC' ? { gte: hour } : { lt: hour + HOUR_MS }
  const rest = { where: { ...query.where, createdAt }, offset: query.offset - before, total: total - before }
  return { items: (await store.audits.page({ ...query, ...rest })).items, total }
}

interface AuditPage extends Page<AuditRecord> {
  /** Whether more rows match than were counted. */
  hasMore: boolean
}

/**
 * Reads a page and counts its matches. Matches of a search text are compared one by one, so they are counted only up to
 * a limit beyond the page.
 */
const countedPage = async (store: PageStore, query: AuditQuery): Promise<AuditPage> => {
  if (query.where.searchText === undefined) return { ...(await store.audits.page(query)), hasMore: false }
  const maxTotal = query.offset + query.limit + MAX_COUNTED
  const page = await store.audits.page({ ...query, maxTotal })
  return { ...page, hasMore: page.total >= maxTotal }
}

/** Returns a page of the audit log with the number of all matching rows. */
export const auditPage = async (store: PageStore, query: AuditQuery): Promise<AuditPage> => {
  const { where, sort, offset } = query
  const total = await auditTotal(store, where)
  if (total === undefined) return countedPage(store, query)
  const isFar = offset >= FAR_OFFSET && offset < total && where.createdAt === undefined && sort.field === 'createdAt'
  const page = isFar ? await farPage(store, query, total) : await store.audits.page({ ...query, total })
  return { ...page, hasMore: false }
}
