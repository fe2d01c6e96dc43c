import type { AuditHistogram } from '../../../entities/audits.ts'
import type { Ports } from '../../ports.ts'
import type { AuditRecord } from '../../store/records.ts'
import type { Condition, Where } from '../../store/store.ts'
import { SEVERE } from './audit-filter.ts'
import { auditCounts, type Spans } from './audit-page.ts'
import { HOUR_MS, hourOf } from './tallies.ts'

type HistogramPorts = Pick<Ports, 'store' | 'clock'>

/** Returns the range of the filters, or the range from the oldest row until now. */
const rangeOf = async ({ store, clock }: HistogramPorts, where: Where<AuditRecord>) => {
  // Only `auditWhere` makes conditions on the time.
  const { gte, lt } = (where.createdAt ?? {}) as Condition<number>
  const to = lt ?? clock.now() + 1
  if (typeof gte === 'number') return { from: gte, to }
  const oldest = await store.audits.page({
    where: { tenantId: where.tenantId ?? '' },
    sort: { field: 'createdAt', order: 'ASC' },
    offset: 0,
    limit: 1,
    total: 1,
  })
  return { from: oldest.items[0]?.createdAt ?? to - 1, to }
}

/**
 * The maximum number of matches of a search text in a chart. They are compared one by one, so more would take seconds.
 */
const MAX_DRAWN = 20_000

/** Returns the time of the newest match beyond the limit. */
const tooManyAt = async ({ store }: HistogramPorts, where: Where<AuditRecord>): Promise<number | undefined> => {
  if (where.searchText === undefined) return undefined
  const { items } = await store.audits.page({
    where,
    sort: { field: 'createdAt', order: 'DESC' },
    offset: MAX_DRAWN,
    limit: 1,
    total: Number.POSITIVE_INFINITY,
  })
  return items[0]?.createdAt
}

/** Uses whole hours, which are tallied, if a span is longer than an hour. */
const spansOf = (from: number, to: number, size: number): Spans => {
  const step = Math.max(1, Math.ceil((to - from) / size))
  if (step <= HOUR_MS) return { from, step, size }
  const start = hourOf(from)
  return { from: start, step: Math.ceil((to - start) / size / HOUR_MS) * HOUR_MS, size }
}

/** Limits the rows to those from the first bar on, so that every bar counts all of its matches. */
const drawnOf = (where: Where<AuditRecord>, first: number): Where<AuditRecord> => {
  const { gte = 0, ...end } = (where.createdAt ?? {}) as Condition<number>
  return { ...where, createdAt: { ...end, gte: Math.max(gte ?? 0, first) } }
}

/** Returns the number of matching rows over time, and how many of them are severe. */
export const auditHistogram = async (
  ports: HistogramPorts,
  where: Where<AuditRecord>,
  size: number,
): Promise<AuditHistogram> => {
  const [range, cut] = await Promise.all([rangeOf(ports, where), tooManyAt(ports, where)])
  const to = range.to ?? range.from
  const spans = spansOf(cut ?? range.from, to, size)
  const drawn = cut === undefined ? where : drawnOf(where, spans.from)
  const isNarrowed = where.severity !== undefined
  const [counts, severe] = await Promise.all([
    auditCounts(ports.store, drawn, spans),
    isNarrowed ? [] : auditCounts(ports.store, { ...drawn, severity: { in: SEVERE } }, spans),
  ])
  return { from: spans.from, step: spans.step, counts, severe, ...(cut !== undefined && { hasEarlier: true }) }
}
