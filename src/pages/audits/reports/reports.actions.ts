import { itemsOf } from '../../../contract/items-of.ts'
import type { Report, ReportDelivery } from '../../../entities/reports.ts'
import { messageOf } from '../../../kernel/errors.ts'
import type { AuditsContext } from '../audits.calls.ts'
import { deliveryNotice, type Frequency, filtersOf, type ReportsState, scheduleOf } from './reports.state.ts'

type ReportFile = 'html' | 'pdf'

/** Creates the actions for the account's reports: list, preview, download, schedule and send. Latest preview wins. */
export const reportActions = ({ api, apply, submit, notify, failWith }: AuditsContext) => {
  let newest = 0
  const put = (patch: Partial<ReportsState>) =>
    apply((state) => ({ ...state, reports: { ...state.reports, ...patch } }))
  const loadReports = async (): Promise<void> => {
    put({ phase: 'loading', error: undefined })
    try {
      put({ phase: 'ready', items: itemsOf(await api.reports.listReports()) })
    } catch (error) {
      put({ phase: 'failed', error: messageOf(error) })
    }
  }
  const downloadReport = async (report: Report, days: number, type: ReportFile): Promise<void> => {
    const { id, name } = report
    try {
      const query = { templateId: id, dataFilters: filtersOf(days), responseType: type, name: `${name}.${type}` }
      await api.reports.downloadReport({ query })
    } catch (error) {
      failWith('downloadFailed', { name, error, retry: () => downloadReport(report, days, type) })
    }
  }
  return {
    loadReports,
    async previewReport({ id }: Report, days: number): Promise<void> {
      const own = ++newest
      put({ html: undefined, error: undefined })
      try {
        const query = { templateId: id, dataFilters: filtersOf(days), responseType: 'html' } as const
        const html = await api.reports.renderReport({ query })
        if (own === newest) put({ html })
      } catch (error) {
        if (own === newest) put({ error: messageOf(error) })
      }
    },
    downloadReport,
    async scheduleReport({ id, name, schedule }: Report, frequency: Frequency, days: number): Promise<void> {
      const tz = Intl.DateTimeFormat().resolvedOptions().timeZone
      const body = {
        schedule: scheduleOf(frequency, schedule, tz),
        status: 'active',
        type: 'pdf' as const,
        dataFilters: filtersOf(days),
      }
      if (!(await submit(() => api.reports.scheduleReport({ path: { templateId: id }, body })))) return
      notify(frequency === 'never' ? 'reportStopped' : 'reportScheduled', { name })
    },
    async sendReport({ id, name }: Report, to: string[]): Promise<void> {
      let delivery: Partial<ReportDelivery> = {}
      const isSent = await submit(async () => {
        // Other backends may send no body.
        delivery = (await api.reports.sendReport({ body: { templateId: id, to } })) ?? {}
      })
      if (!isSent) return
      const { key, values, tone } = deliveryNotice(delivery)
      notify(key, { name, ...values }, { tone })
    },
  }
}
