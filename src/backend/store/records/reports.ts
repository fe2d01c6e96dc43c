import type { ReportType } from '../../../entities/reports.ts'

/** A report that is sent to the administrators of an account by itself. */
export interface ReportScheduleRecord {
  id: string
  tenantId: string
  templateId: string
  type: ReportType
  status: string
  interval: 'daily' | 'weekly' | 'monthly' | 'custom'
  /** Five-field crontab. */
  cron: string
  /** IANA name. */
  tz: string
  isActive: boolean
  /** JSON. */
  dataFilters: string
  /** The member who made or last confirmed it; it is sent while they may see the report. `null` in older rows is the founder or an administrator. */
  guarantorId: string | null
  /** When it is sent next; a process that sends it moves this on first. */
  nextRunAt: number
  createdAt: number
  updatedAt: number
}
