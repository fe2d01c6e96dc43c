import type { SortDirection } from '../entities/paging.ts'
import type { Report, ReportDelivery, ReportSchedule, ReportType } from '../entities/reports.ts'
import type { Base64Json, JsonValue } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

interface ReportListQuery {
  filters?: { query?: string; filterBy?: { column: string; filterType: 'equal'; value: JsonValue } }
  sort?: { column: string; direction: SortDirection }
}

interface ReportRequest {
  schedule: ReportSchedule
  status: string
  type: ReportType
  dataFilters: Base64Json
}

const PREVIEW = '/reports/engine/resources/triggers/v1/preview-report'

export const reports = {
  listReports: endpoint<ReportListQuery, void, Report[]>()('GET', '/reports/resources/reports/v2/tenant-reports', {
    unused: true,
  }),
  getReport: endpoint<void, void, Report>()('GET', '/reports/resources/reports/v2/{id}/tenant-reports', {
    unused: true,
  }),
  scheduleReport: endpoint<void, ReportRequest, Report>()(
    'POST',
    '/reports/resources/reports/v2/{templateId}/tenant-reports',
    { unused: true },
  ),
  renderReport: endpoint<{ templateId: string; dataFilters: Base64Json; responseType: 'html' }, void, string>()(
    'GET',
    PREVIEW,
    { text: true, unused: true },
  ),
  downloadReport: endpoint<
    { templateId: string; name: string; dataFilters: Base64Json; responseType: ReportType },
    void,
    void
  >()('GET', PREVIEW, { blob: true, long: true, unused: true }),
  /** Clients of the wire ignore the response; other backends send nothing in it. */
  sendReport: endpoint<void, { templateId: string; to: string[] }, Partial<ReportDelivery>>()(
    'POST',
    '/reports/engine/resources/triggers/v1/tenant-reports',
    { unused: true },
  ),
}
