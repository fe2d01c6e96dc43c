import type { AuditColumn, AuditMetadata, AuditRow } from '../entities/audits.ts'
import type { SortDirection } from '../entities/paging.ts'
import type { JsonValue } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

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
