import type { ReportType } from '../../../entities/reports.ts'

/** A report that is sent automatically to the administrators of an account. */
export interface ReportScheduleRecord {
  id: string
  tenantId: string
  templateId: string
  type: ReportType
  status: string
  interval: 'daily' | 'weekly' | 'monthly' | 'custom'
  /** Five-field crontab. */
  cron: string
  /** IANA name of the time zone. */
  tz: string
  isActive: boolean
  /** Filters as JSON text. */
  dataFilters: string
  /**
   * The member who created or last confirmed it; it is sent while they may see the report. `null` in older rows means
   * the founder or an administrator.
   */
  guarantorId: string | null
  /** Time at which it is sent next; the process that sends it sets the following time first. */
  nextRunAt: number
  createdAt: number
  updatedAt: number
}
