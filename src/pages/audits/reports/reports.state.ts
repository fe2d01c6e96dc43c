import type { Report, ReportDelivery, ReportSchedule } from '../../../entities/reports.ts'
import { jsonText } from '../../../kernel/safe-json.ts'

/** State of the report dialogs. */
export interface ReportsState {
  phase: 'loading' | 'ready' | 'failed'
  items: readonly Report[]
  error?: string | undefined
  /** The document of the open preview. */
  html?: string | undefined
}

export const NO_REPORTS: ReportsState = { phase: 'loading', items: [] }

export const PERIODS = [7, 30, 90, 365] as const

/** Encodes the filters as the API expects them. */
export const filtersOf = (days: number): string => btoa(jsonText({ days }))

export const daysOf = ({ dataFilters }: Report): number => {
  const days = dataFilters?.find(({ type }) => type === 'period')?.config.days
  return typeof days === 'number' ? days : 30
}

export type Frequency = 'never' | 'daily' | 'weekly' | 'monthly'

interface DeliveryNotice {
  key: 'reportSent' | 'reportSentTo' | 'reportSentToSome' | 'reportPending' | 'reportUnwanted'
  values: Record<string, number>
  tone?: 'info'
}

/** Returns the notice of a sent report. It has its own text if only some of the recipients received it. */
export const deliveryNotice = ({ sent, pending = 0, stopped = 0 }: Partial<ReportDelivery>): DeliveryNotice => {
  // Other backends report only the success.
  if (sent === undefined) return { key: 'reportSent', values: {} }
  const total = sent + pending + stopped
  if (sent === total) return { key: 'reportSentTo', values: { count: sent } }
  if (sent > 0) return { key: 'reportSentToSome', values: { count: sent, total }, tone: 'info' }
  return { key: pending > 0 ? 'reportPending' : 'reportUnwanted', values: { count: total }, tone: 'info' }
}

/** Reports are sent at 08:00; weekly ones on Mondays, monthly ones on the first. */
const CRON: Readonly<Record<Exclude<Frequency, 'never'>, string>> = {
  daily: '0 8 * * *',
  weekly: '0 8 * * 1',
  monthly: '0 8 1 * *',
}

export const frequencyOf = ({ schedule }: Report): Frequency => {
  if (!schedule?.active) return 'never'
  return schedule.interval === 'custom' ? 'daily' : schedule.interval
}

/** Returns the new schedule. A stopped one keeps its previous times. */
export const scheduleOf = (frequency: Frequency, before: ReportSchedule | undefined, tz: string): ReportSchedule => {
  const interval = frequency === 'never' ? 'daily' : frequency
  if (frequency === 'never') return { interval, cron: CRON[interval], tz, ...before, active: false }
  return { interval, cron: CRON[interval], tz, active: true }
}
