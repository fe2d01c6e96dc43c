import type { AuditRecord } from '../../store/records.ts'
import { type Collections, MAX_COUNTED, type Page, type PageQuery, type Where } from '../../store/store.ts'
import { auditCounts, auditTotal, type Spans } from './audit-counts.ts'
import { HOUR_MS, hourOf } from './tallies.ts'

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
