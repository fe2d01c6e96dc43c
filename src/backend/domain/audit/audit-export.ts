import type { AuditColumn, AuditRow } from '../../../entities/audits.ts'
import { toCsv } from '../../../rules/csv.ts'
import type { AuditRecord } from '../../store/records.ts'
import type { Collections, Where } from '../../store/store.ts'
import { toAuditRow } from './audit-columns.ts'
import { contentOf } from './chain.ts'

export type ExportFormat = 'csv' | 'jsonl'
export type ExportOrder = 'asc' | 'desc'

type AuditWhere = Where<AuditRecord>

/** Positions read at a time: small enough that their rows are garbage before they count as old. */
const WINDOW = 200

/** Spreadsheets read UTF-8 only with this in front. */
const BYTE_ORDER_MARK = '\ufeff'

export interface ExportSpan {
  /** The first position that is left out. */
  end: number
  /** Positions from the start of the walk that are done. */
  done: number
  order: ExportOrder
}

/** The rows of the next window of positions, in the order of the log; their number is independent of the filters. */
export const nextWindow = async (
  store: Pick<Collections, 'audits'>,
  where: AuditWhere,
  { end, done, order }: ExportSpan,
): Promise<{ rows: AuditRecord[]; done: number; isLast: boolean }> => {
  const [first, behind] =
    order === 'asc' ? [done + 1, Math.min(done + 1 + WINDOW, end)] : [Math.max(1, end - done - WINDOW), end - done]
  const rows = await store.audits.list({ ...where, seq: { gte: first, lt: behind } })
  rows.sort((left, right) => (order === 'asc' ? left.seq - right.seq : right.seq - left.seq))
  const sofar = done + Math.max(0, behind - first)
  return { rows, done: sofar, isLast: sofar >= end - 1 }
}

export const cellOf = (row: AuditRow, { name }: AuditColumn): string => {
  const value: unknown = row[name as keyof AuditRow]
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const csvOf = (rows: readonly AuditRecord[], columns: readonly AuditColumn[], vendorId: string): string =>
  toCsv(
    rows.map((record) => {
      const row = toAuditRow(record, vendorId)
      return columns.map((column) => cellOf(row, column))
    }),
  )

/** Everything that is hashed, so that the file can be verified without this backend. */
const jsonlOf = (rows: readonly AuditRecord[]): string =>
  rows.map((row) => `${JSON.stringify({ ...contentOf(row), hash: row.hash })}\n`).join('')

/** What a file of a format begins with, and its lines. */
export const exporter = (format: ExportFormat, columns: readonly AuditColumn[], vendorId: string) =>
  format === 'csv'
    ? {
        head: BYTE_ORDER_MARK + toCsv([columns.map(({ displayName, name }) => displayName || name)]),
        linesOf: (rows: readonly AuditRecord[]) => csvOf(rows, columns, vendorId),
      }
    : { head: '', linesOf: jsonlOf }
