import type { AuditColumn } from '../../entities/audits.ts'
import type { SignedRequest } from '../call/auth.ts'
import { optionalText } from '../call/read.ts'
import { badRequest, notFound } from '../call/refusal.ts'
import { AUDIT_COLUMNS } from '../domain/audit/audit-columns.ts'
import { type ExportFormat, exporter } from '../domain/audit/audit-export.ts'
import { auditWhere } from '../domain/audit/audit-filter.ts'
import type { ExportBounds, WantedExport } from '../domain/audit/export-stream.ts'

const MAX_COLUMNS = 50

const FORMATS: Readonly<Record<string, ExportFormat>> = { csv: 'csv', 'csv/v2': 'csv', jsonl: 'jsonl' }

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
}

/** Returns the columns that a client requests; by default those of the list. */
export const columnsOf = (given: unknown): readonly AuditColumn[] => {
  if (given === undefined || given === null) return AUDIT_COLUMNS
  if (!Array.isArray(given) || given.length > MAX_COLUMNS) throw badRequest('properties must be a list of columns')
  const columns = given.map((column: { name?: unknown; displayName?: unknown }) => {
    const known = AUDIT_COLUMNS.find(({ name }) => name === column?.name)
    if (!known) throw badRequest(`properties names an unknown column`)
    const displayName = optionalText(column.displayName, 'displayName', 200)
    return { ...known, ...(displayName && { displayName }) }
  })
  return columns.length > 0 ? columns : AUDIT_COLUMNS
}

interface ExportCall extends SignedRequest {
  query: Readonly<Record<string, string | undefined>>
}

/** Returns the range and format of an export. A file that can be verified is in the order of the log. */
export const auditExport = (call: ExportCall, endpoint: string, properties: unknown): WantedExport => {
  const { query, auth, ports } = call
  const format = FORMATS[endpoint]
  if (!format) throw notFound()
  const where = auditWhere(auth.tenantId, query)
  return {
    tenantId: auth.tenantId,
    where,
    isFiltered: Object.keys(where).length > 1,
    format,
    order: format === 'jsonl' || query.sortDirection === 'asc' ? 'asc' : 'desc',
    type: TYPES[format],
    file: exporter(format, columnsOf(properties), ports.config.vendorId),
  }
}

/** Excludes rows that are added later, such as that of the export itself. */
export const startExport = async (
  { ports, auth, audit }: SignedRequest,
  format: ExportFormat,
): Promise<ExportBounds> => {
  const head = await ports.store.auditHeads.get(auth.tenantId)
  await audit({
    action: 'Audit log exported',
    resource: 'Audits',
    severity: 'Medium',
    description: `Exported the audit log as ${format === 'csv' ? 'CSV' : 'JSON Lines'}`,
  })
  return { firstSeq: head?.firstSeq ?? 1, end: (head?.seq ?? 0) + 1 }
}
