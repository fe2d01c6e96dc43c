import type { audits } from '../../contract/audits.ts'
import { integer, oneOf } from '../call/read.ts'
import { auditMetadata, toAuditRow } from '../domain/audit/audit-columns.ts'
import { auditWhere } from '../domain/audit/audit-filter.ts'
import { auditPage } from '../domain/audit/audit-page.ts'
import { exportStream } from '../domain/audit/export-stream.ts'
import { SEVERE } from '../domain/audit/severities.ts'
import { allowed, type Handlers, type SignedCall } from '../http/handler.ts'
import { auditExport, READ_AUDITS, startExport } from './audit-export.ts'

const MAX_OFFSET = 1_000_000_000
const MAX_PAGE_SIZE = 200
const PAGE_SIZE = 20
const DAY_MS = 86_400_000

const SORTS = ['createdAt', 'time', 'email', 'action', 'severity', 'ip'] as const

const list = async ({ ports, auth, query }: SignedCall<(typeof audits)['listAudits']>) => {
  const sortBy = oneOf(query.sortBy, 'sortBy', SORTS) ?? 'createdAt'
  const field = sortBy === 'time' ? 'createdAt' : sortBy
  const page = await auditPage(ports.store, {
    where: auditWhere(auth.tenantId, query),
    sort: {
      field,
      order: oneOf(query.sortDirection, 'sortDirection', ['asc', 'desc']) === 'asc' ? 'ASC' : 'DESC',
      ...(field !== 'createdAt' && { ties: 'createdAt' as const }),
    },
    offset: integer(query.offset, 'offset', { min: 0, max: MAX_OFFSET, fallback: 0 }),
    limit: integer(query.count, 'count', { min: 1, max: MAX_PAGE_SIZE, fallback: PAGE_SIZE }),
  })
  const data = page.items.map((row) => toAuditRow(row, ports.config.vendorId))
  return { data, total: page.total, ...(page.hasMore && { hasMore: true }) }
}

/** Counts events by day in UTC; the week is the last seven days. */
const stats = async ({ ports, auth: { tenantId } }: SignedCall<(typeof audits)['getAuditStats']>) => {
  const { store, clock } = ports
  const now = clock.now()
  const [totalToday, severeThisWeek] = await Promise.all([
    store.audits.count({ tenantId, createdAt: { gte: now - (now % DAY_MS) } }),
    store.audits.count({ tenantId, severity: { in: SEVERE }, createdAt: { gte: now - 7 * DAY_MS } }),
  ])
  return { totalToday, severeThisWeek }
}

const exportAll = async (call: SignedCall<(typeof audits)['exportAudits']>) => {
  const wanted = auditExport(call, call.path.endpoint, call.body?.properties)
  const bounds = await startExport(call, wanted.format)
  call.reply.headers.set('Content-Type', wanted.type)
  return exportStream(call.ports, wanted, bounds)
}

export const auditsHandlers = {
  listAudits: allowed(READ_AUDITS, list),
  getAuditStats: allowed(READ_AUDITS, stats),
  getAuditMetadata: allowed(READ_AUDITS, async ({ ports }) => auditMetadata(ports.config.vendorId)),
  // The response is a stream of bytes; the contract describes no body for files.
  exportAudits: allowed(READ_AUDITS, (call) => {
    const isPdf = call.path.endpoint === 'pdf'
    const file = isPdf ? import('./audit-pdf.ts').then(({ exportPdf }) => exportPdf(call)) : exportAll(call)
    return file as unknown as Promise<void>
  }),
} satisfies Handlers<typeof audits>
