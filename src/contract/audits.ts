import type { AuditColumn, AuditHistogram, AuditMetadata, AuditProblem, AuditRow } from '../entities/audits.ts'
import type { SortDirection } from '../entities/paging.ts'
import type { JsonValue } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'

/** Each filter is a query parameter of its own. */
export interface AuditListQuery {
  sortBy?: string
  sortDirection?: SortDirection
  filter?: string
  /** Row offset; some clients send a page offset. */
  offset: number
  count: number
  paginationMode?: 'virtual'
  [filterId: string]: JsonValue | undefined
}

export interface AuditExportQuery {
  sortBy?: string
  sortDirection?: string
  filter?: string
  offset: number
  outputFileName: string
  [filterId: string]: JsonValue | undefined
}

export const audits = {
  /** Lists audit rows. `hasMore` means that `total` is where counting stopped; only our backend sends it. */
  listAudits: endpoint<AuditListQuery, void, { data: AuditRow[]; total: number; hasMore?: boolean }>()(
    'GET',
    '/audits',
  ),
  getAuditStats: endpoint<
    { sortBy: string; sortDirection: SortDirection; count: number },
    void,
    { totalToday: number; severeThisWeek: number }
  >()('GET', '/audits/stats'),
  getAuditMetadata: endpoint<{ entityName: 'audits' }, void, AuditMetadata>()('GET', '/metadata'),
  /** Exports the log. `endpoint` is `csv/v2`; `csv` and `pdf` also work. */
  exportAudits: endpoint<AuditExportQuery, { properties: AuditColumn[] }, void>()('POST', '/audits/export/{endpoint}', {
    blob: true,
    long: true,
    spans: true,
  }),
}

const AUDITS = '/audits'

/** Same as in `listAudits`: `filter` is searched in all columns, and every other filter has the name of its column. */
export interface AuditFilters {
  filter?: string
  [filterId: string]: JsonValue | undefined
}

export interface AuditExportPart {
  /** Part of the file, in the order of the log. */
  text: string
  /** Number of rows in this part. */
  rows: number
  /** Cursor of the next part; `null` after the last one. */
  cursor: string | null
}

export interface AuditVerification {
  /** First row of this part, and of the next one; `next` is `null` when the whole log was verified. */
  from: number
  next: number | null
  /** Position of the newest row. */
  lastSeq: number
  /**
   * Position of the first row in the chain. Earlier rows were written by a release without the chain, or were removed
   * because of their age.
   */
  firstSeq: number
  problem: AuditProblem | null
}

export const auditLog = {
  getAuditHistogram: ours<AuditFilters & { buckets: number }, void, AuditHistogram>()('GET', `${AUDITS}/histogram`),
  /** Returns the newest position of the log, and the number of matching rows written after `after`. */
  getAuditNews: ours<AuditFilters & { after?: number }, void, { seq: number; total: number }>()(
    'GET',
    `${AUDITS}/news`,
  ),
  /** Returns the whole filtered log in parts; rows written after the first part are omitted. */
  exportAuditPart: ours<
    AuditFilters,
    { format: 'csv' | 'jsonl'; properties?: AuditColumn[]; cursor?: string },
    AuditExportPart
  >()('POST', `${AUDITS}/export`, { long: true }),
  /** Verifies a part of the hash chain and its signed checkpoints. */
  verifyAudits: ours<{ from?: number }, void, AuditVerification>()('GET', `${AUDITS}/verification`, { long: true }),
}
