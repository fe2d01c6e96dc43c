import type { AuditExportPart, auditLog, audits } from '../../contract/audits.ts'
import type { SignedRequest } from '../call/auth.ts'
import { integer, oneOf, text } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import { auditMetadata, toAuditRow } from '../domain/audit/audit-columns.ts'
import type { ExportFormat, ExportSpan } from '../domain/audit/audit-export.ts'
import { auditWhere, SEVERE } from '../domain/audit/audit-filter.ts'
import { auditHistogram } from '../domain/audit/audit-histogram.ts'
import { auditPage } from '../domain/audit/audit-page.ts'
import {
  type ExportBounds,
  exportPieces,
  exportStream,
  streamOf,
  type WantedExport,
} from '../domain/audit/export-stream.ts'
import { verifyLog } from '../domain/audit/verify-log.ts'
import { isEqual } from '../domain/base/constant-time.ts'
import { asFile, type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import { auditExport, startExport } from './audit-export.ts'

const MAX_SEQ = Number.MAX_SAFE_INTEGER
const MAX_BUCKETS = 200
const BUCKETS = 48

type ExportPartCall = SignedCall<(typeof auditLog)['exportAuditPart']>

/** A part ends when it has this many rows, or has read this many windows of positions. */
const PART_ROWS = 4_000
const PART_WINDOWS = 320

/** Time limit of an export, from the first part to the last. */
const CURSOR_LIFE_MS = 3_600_000

const histogram = ({ ports, auth, query }: SignedCall<(typeof auditLog)['getAuditHistogram']>) => {
  const buckets = integer(query.buckets, 'buckets', { min: 1, max: MAX_BUCKETS, fallback: BUCKETS })
  return auditHistogram(ports, auditWhere(auth.tenantId, query), buckets)
}

const news = async ({ ports, auth, query }: SignedCall<(typeof auditLog)['getAuditNews']>) => {
  const head = await ports.store.auditHeads.get(auth.tenantId)
  const seq = head?.seq ?? 0
  if (!query.after) return { seq, total: 0 }
  const after = integer(query.after, 'after', { min: 0, max: MAX_SEQ, fallback: 0 })
  if (after >= seq) return { seq, total: 0 }
  const where = auditWhere(auth.tenantId, query)
  return { seq, total: await ports.store.audits.count({ ...where, seq: { gte: after + 1, lt: seq + 1 } }) }
}

/** The end of a part, and when the export began. */
interface Position extends ExportBounds, Pick<ExportSpan, 'done'> {
  at: number
}

/**
 * Seals the position: with one of the caller's choice, they could export without a row in the log, or sign another end
 * of the log.
 */
const cursorOf = async ({ ports, auth }: SignedRequest, { end, done, at, firstSeq }: Position): Promise<string> => {
  const position = `${end}.${done}.${at}.${firstSeq}`
  return `${position}.${await ports.keyedHash('audit-export', `${auth.tenantId} ${auth.user.id} ${position}`)}`
}

const positionOf = async (call: SignedRequest, cursor: unknown): Promise<Position> => {
  const [end = 0, done = 0, at = 0, firstSeq = 0] = text(cursor, 'cursor').split('.').map(Number)
  const position = { end, done, at, firstSeq }
  const isOurs = isEqual(String(cursor), await cursorOf(call, position))
  if (!isOurs || at + CURSOR_LIFE_MS < call.ports.clock.now()) {
    throw badRequest('cursor must be that of the last part')
  }
  return position
}

const startOf = async (call: SignedRequest, format: ExportFormat): Promise<Position> => ({
  ...(await startExport(call, format)),
  done: 0,
  at: call.ports.clock.now(),
})

/** Yields the response as JSON while the part is read: megabytes of text would stay in memory for too long. */
async function* partAsJson(call: ExportPartCall, wanted: WantedExport, start: Position): AsyncGenerator<string> {
  const limits = { done: start.done, maxRows: PART_ROWS, maxWindows: PART_WINDOWS }
  const pieces = exportPieces(call.ports, wanted, start, limits)
  let next = await pieces.next()
  yield '{"text":"'
  for (; !next.done; next = await pieces.next()) yield JSON.stringify(next.value).slice(1, -1)
  const { rows, done, isLast } = next.value
  const cursor = isLast ? null : await cursorOf(call, { ...start, done })
  yield `",${JSON.stringify({ rows, cursor }).slice(1)}`
}

const exportPart = async (call: ExportPartCall) => {
  const { body } = call
  const format = oneOf(body.format, 'format', ['csv', 'jsonl']) ?? 'csv'
  const wanted = auditExport(call, format, body.properties)
  const start = body.cursor ? await positionOf(call, body.cursor) : await startOf(call, format)
  call.reply.headers.set('Content-Type', 'application/json; charset=utf-8')
  return asFile<AuditExportPart>(await streamOf(partAsJson(call, wanted, start)))
}

export const auditLogHandlers = {
  getAuditHistogram: signedIn(histogram),
  getAuditNews: signedIn(news),
  exportAuditPart: signedIn(exportPart),
  verifyAudits: signedIn(({ ports, auth, query }) =>
    verifyLog(ports, auth.tenantId, integer(query.from, 'from', { min: 0, max: MAX_SEQ, fallback: 0 })),
  ),
} satisfies Handlers<typeof auditLog>

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
  listAudits: signedIn(list),
  getAuditStats: signedIn(stats),
  getAuditMetadata: signedIn(async ({ ports }) => auditMetadata(ports.config.vendorId)),
  exportAudits: signedIn(async (call) => {
    if (call.path.endpoint !== 'pdf') return asFile(await exportAll(call))
    const { exportPdf } = await import('./audit-pdf.ts')
    return asFile(await exportPdf(call))
  }),
} satisfies Handlers<typeof audits>
