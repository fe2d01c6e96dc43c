import type { auditLog } from '../../contract/additions/audit-log.ts'
import { integer, oneOf } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import { nextWindow } from '../domain/audit/audit-export.ts'
import { auditWhere } from '../domain/audit/audit-filter.ts'
import { auditHistogram } from '../domain/audit/audit-histogram.ts'
import { closingLine } from '../domain/audit/export-stream.ts'
import { verifyLog } from '../domain/audit/verify-log.ts'
import { allowed, type Handlers, type SignedCall } from '../http/handler.ts'
import { auditExport, READ_AUDITS, startExport } from './audit-export.ts'

const MAX_SEQ = Number.MAX_SAFE_INTEGER
const MAX_BUCKETS = 200
const BUCKETS = 48

/** A part has at least this many rows, or has looked at this many windows of positions. */
const PART_ROWS = 4_000
const PART_WINDOWS = 160

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

/** `end.done`, as the last part returned it. */
const positionOf = (cursor: unknown) => {
  const [, end, done] = /^(\d{1,15})\.(\d{1,15})$/.exec(String(cursor)) ?? []
  if (!end || !done) throw badRequest('cursor must be that of the last part')
  return { end: Number(end), done: Number(done) }
}

const exportPart = async (call: SignedCall<(typeof auditLog)['exportAuditPart']>) => {
  const { ports, body } = call
  const format = oneOf(body.format, 'format', ['csv', 'jsonl']) ?? 'csv'
  const wanted = auditExport(call, format, body.properties)
  const start = body.cursor ? positionOf(body.cursor) : { end: await startExport(call, format), done: 0 }
  const { end } = start
  let { done } = start
  let text = done === 0 ? wanted.file.head : ''
  let rows = 0
  let isLast = end <= 1
  for (let at = 0; at < PART_WINDOWS && rows < PART_ROWS && !isLast; at++) {
    const window = await nextWindow(ports.store, wanted.where, { end, done, order: wanted.order })
    ;({ done, isLast } = window)
    rows += window.rows.length
    text += wanted.file.linesOf(window.rows)
  }
  if (isLast) text += await closingLine(ports, wanted, end)
  return { text, rows, cursor: isLast ? null : `${end}.${done}` }
}

export const auditLogHandlers = {
  getAuditHistogram: allowed(READ_AUDITS, histogram),
  getAuditNews: allowed(READ_AUDITS, news),
  exportAuditPart: allowed(READ_AUDITS, exportPart),
  verifyAudits: allowed(READ_AUDITS, ({ ports, auth, query }) =>
    verifyLog(ports, auth.tenantId, integer(query.from, 'from', { min: 0, max: MAX_SEQ, fallback: 0 })),
  ),
} satisfies Handlers<typeof auditLog>
