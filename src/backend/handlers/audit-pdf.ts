import type { audits } from '../../contract/audits.ts'
import { Refusal } from '../call/refusal.ts'
import { toAuditRow } from '../domain/audit/audit-columns.ts'
import { cellOf } from '../domain/audit/audit-export.ts'
import { auditWhere } from '../domain/audit/audit-filter.ts'
import type { SignedCall } from '../http/handler.ts'
import { columnsOf } from './audit-export.ts'

const NOT_IMPLEMENTED = 501
/** Larger exports are for CSV, because no one reads a document of hundreds of pages. */
const MAX_ROWS = 1_000
/** The number of columns that fit next to each other. */
const MAX_COLUMNS = 6

/** Prints the newest matching events as a PDF. */
export const exportPdf = async (call: SignedCall<(typeof audits)['exportAudits']>): Promise<Blob> => {
  const { ports, auth, query, body, reply } = call
  if (!ports.printReport) throw new Refusal(NOT_IMPLEMENTED, ['PDF files can’t be made here'])
  const chosen = columnsOf(body?.properties)
  const inTable = chosen.filter(({ showInTable }) => showInTable)
  const columns = (inTable.length > 0 ? inTable : chosen).slice(0, MAX_COLUMNS)
  const where = auditWhere(auth.tenantId, query)
  const sort = { field: 'createdAt', order: 'DESC' } as const
  const { items, total } = await ports.store.audits.page({ where, sort, offset: 0, limit: MAX_ROWS })
  const tenant = await ports.store.tenants.get(auth.tenantId)
  await call.audit({
    action: 'Audit log exported',
    resource: 'Audits',
    severity: 'Medium',
    description: 'Exported the audit log as PDF',
  })
  const bytes = await ports.printReport({
    title: 'Audit log',
    subtitle: `${tenant?.name ?? ''}, ${items.length} of ${total} events`,
    facts: [],
    tables: [
      {
        title: 'Events',
        columns: columns.map(({ displayName, name }) => displayName || name),
        rows: items.map((record) => {
          const row = toAuditRow(record, ports.config.vendorId)
          return columns.map((column) => cellOf(row, column))
        }),
        empty: 'No events.',
      },
    ],
  })
  reply.headers.set('Content-Disposition', 'attachment; filename="audits.pdf"')
  return new Blob([new Uint8Array(bytes)], { type: 'application/pdf' })
}
