import type { Report, ReportSchedule } from '../../../entities/reports.ts'

/** What the dialogs of reports hold. */
export interface ReportsState {
  phase: 'loading' | 'ready' | 'failed'
  items: readonly Report[]
  error?: string | undefined
  /** The document of the open preview. */
  html?: string | undefined
}

export const NO_REPORTS: ReportsState = { phase: 'loading', items: [] }

export const PERIODS = [7, 30, 90, 365] as const

/** As the wire has it. */
export const filtersOf = (days: number): string => btoa(JSON.stringify({ days }))

export const daysOf = ({ dataFilters }: Report): number => {
  const days = dataFilters?.find(({ type }) => type === 'period')?.config.days
  return typeof days === 'number' ? days : 30
}

export type Frequency = 'never' | 'daily' | 'weekly' | 'monthly'

/** At eight in the morning; weekly on Mondays, monthly on the first. */
const CRON: Readonly<Record<Exclude<Frequency, 'never'>, string>> = {
  daily: '0 8 * * *',
  weekly: '0 8 * * 1',
  monthly: '0 8 1 * *',
}

export const frequencyOf = ({ schedule }: Report): Frequency => {
  if (!schedule?.active) return 'never'
  return schedule.interval === 'custom' ? 'daily' : schedule.interval
}

/** Stopping keeps when it was sent. */
export const scheduleOf = (frequency: Frequency, before: ReportSchedule | undefined, tz: string): ReportSchedule => {
  const interval = frequency === 'never' ? 'daily' : frequency
  if (frequency === 'never') return { interval, cron: CRON[interval], tz, ...before, active: false }
  return { interval, cron: CRON[interval], tz, active: true }
}
