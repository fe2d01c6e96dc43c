import type { AuditHistogram } from '../../../entities/audits.ts'
import type { Ports } from '../../ports.ts'
import type { AuditRecord } from '../../store/records.ts'
import type { Condition, Where } from '../../store/store.ts'
import { SEVERE } from './severities.ts'

type HistogramPorts = Pick<Ports, 'store' | 'clock'>

/** The range of the filters, or from the oldest row until now. */
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
  })
  return { from: oldest.items[0]?.createdAt ?? to - 1, to }
}

/** Rows over time: all that match, and the severe ones among them. */
export const auditHistogram = async (
  ports: HistogramPorts,
  where: Where<AuditRecord>,
  size: number,
): Promise<AuditHistogram> => {
  const { from, to } = await rangeOf(ports, where)
  const step = Math.max(1, Math.ceil(((to ?? from) - from) / size))
  const intervals = { field: 'createdAt', from, step, size } as const
  const { audits } = ports.store
  const isNarrowed = where.severity !== undefined
  const [counts, severe] = await Promise.all([
    audits.histogram(where, intervals),
    isNarrowed ? [] : audits.histogram({ ...where, severity: { in: SEVERE } }, intervals),
  ])
  return { from, step, counts, severe }
}
