import type { JsonObject } from './wire.ts'

export type ReportType = 'html' | 'pdf' | 'image'

export interface ReportSchedule {
  interval: 'daily' | 'weekly' | 'monthly' | 'custom'
  /** Five-field crontab expression. */
  cron: string
  /** IANA name. */
  tz: string
  active: boolean
  dataFilters?: JsonObject
}

/** Result of sending a report. */
export interface ReportDelivery {
  /** Number of recipients who got it. */
  sent: number
  /** Number of recipients who must confirm their email first; it isn't sent to them later. */
  pending: number
  /** Number of recipients who stopped the emails of this account. */
  stopped: number
}

export interface Report {
  id: string
  name: string
  description: string
  status: string
  type: ReportType
  schedule?: ReportSchedule
  htmlTemplate: string
  customerListApiUrl: string
  dataFilters?: { type: string; config: JsonObject }[]
  createdAt: string
  updatedAt: string
}

export interface Notification {
  id: string
  key: string
  title: string
  body: string
  severity: string
  url: string
  status: string
  viewed: boolean
  isPinned: boolean
  actions: {
    id: string
    name: string
    url: string
    method: string
    visualization: string
    createdAt: string
    updatedAt: string
  }[]
  createdAt: string
}
