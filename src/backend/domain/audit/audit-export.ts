import type { AuditColumn, AuditRow } from '../../../entities/audits.ts'
import { toCsv } from '../../../rules/csv.ts'
import type { AuditRecord } from '../../store/records.ts'
import type { Collections, Where } from '../../store/store.ts'
import { toAuditRow } from './audit-columns.ts'
import { CHAINED_FIELDS } from './chain.ts'

export type ExportFormat = 'csv' | 'jsonl'
export type ExportOrder = 'asc' | 'desc'

type AuditWhere = Where<AuditRecord>

/** Positions per read, few enough that the rows are garbage collected while they are young. */
const WINDOW = 100

/** Rows per piece of text. A longer text would be freed only by a full garbage collection. */
const PIECE = 50

/** All hashed fields, so that the file can be verified without this backend. */
const EXPORTED_FIELDS = [...CHAINED_FIELDS, 'hash'] as const

type ExportedRow = Omit<AuditRecord, 'searchText'>

/** Spreadsheets recognize UTF-8 only if the file begins with this mark. */
const BYTE_ORDER_MARK = '\ufeff'

export interface ExportSpan {
  /** The first excluded position. */
  end: number
  /** The number of positions processed since the start of the walk. */
  done: number
  order: ExportOrder
}

/**
 * Returns the rows of the next window of positions, in the order of the log. The filters don't change the size of the
 * window.
 */
export const nextWindow = async (
  store: Pick<Collections, 'audits'>,
  where: AuditWhere,
  { end, done, order }: ExportSpan,
): Promise<{ rows: ExportedRow[]; done: number; isLast: boolean }> => {
  const [first, behind] =
    order === 'asc' ? [done + 1, Math.min(done + 1 + WINDOW, end)] : [Math.max(1, end - done - WINDOW), end - done]
  const rows = await store.audits.listFields({ ...where, seq: { gte: first, lt: behind } }, EXPORTED_FIELDS)
  rows.sort((left, right) => (order === 'asc' ? left.seq - right.seq : right.seq - left.seq))
  const sofar = done + Math.max(0, behind - first)
  return { rows, done: sofar, isLast: sofar >= end - 1 }
}

export const cellOf = (row: AuditRow, { name }: AuditColumn): string => {
  const value: unknown = row[name as keyof AuditRow]
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const csvOf = (rows: readonly ExportedRow[], columns: readonly AuditColumn[], vendorId: string): string =>
  toCsv(
    rows.map((record) => {
      const row = toAuditRow(record, vendorId)
      return columns.map((column) => cellOf(row, column))
    }),
  )

const jsonlOf = (rows: readonly ExportedRow[]): string =>
  rows.map((row) => `${JSON.stringify(row, [...EXPORTED_FIELDS])}\n`).join('')

/** Returns the beginning of a file in this format, and a function that formats its lines. */
export const exporter = (format: ExportFormat, columns: readonly AuditColumn[], vendorId: string) =>
  format === 'csv'
    ? {
        head: BYTE_ORDER_MARK + toCsv([columns.map(({ displayName, name }) => displayName || name)]),
        linesOf: (rows: readonly ExportedRow[]) => csvOf(rows, columns, vendorId),
      }
    : { head: '', linesOf: jsonlOf }

/** Splits rows into pieces of a limited length. */
export const inPieces = function* (rows: readonly ExportedRow[]): Generator<readonly ExportedRow[]> {
  for (let at = 0; at < rows.length; at += PIECE) yield rows.slice(at, at + PIECE)
}
