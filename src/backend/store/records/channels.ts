import type { ReportType } from '../../../entities/reports.ts'
import type { Dated } from './dated.ts'

/** The emails or text messages that an account sends when one kind of event happens. */
export interface ChannelConfigRecord extends Dated {
  id: string
  tenantId: string
  channel: 'email' | 'sms'
  eventKey: string
  enabled: boolean
  /** JSON list of `{ id, name, enabled, recipients }`. */
  subscriptions: string
  /**
   * The member who created or last confirmed it; it sends only what they may currently see. `null` in older rows means
   * the founder or an administrator.
   */
  guarantorId: string | null
}

/**
 * A recipient of an account's events and reports. One who isn't a member with a proven email or number must agree
 * first.
 */
export interface MessageRecipientRecord extends Dated {
  id: string
  tenantId: string
  channel: 'email' | 'sms'
  /** Email or phone number. */
  target: string
  state: 'pending' | 'confirmed' | 'stopped'
  /** Time of the last request to confirm. */
  sentAt: number | null
}

/** The Slack workspace of an account. */
interface SlackInstallationRecord {
  id: string
  tenantId: string
  teamName: string
  /** Sealed access token. */
  token: string
  createdAt: number
}

export interface SlackSubscriptionRecord extends Dated {
  id: string
  tenantId: string
  isActive: boolean
  /** JSON list of `{ eventKey, channelIds, title?, message? }`. */
  slackEvents: string
  /**
   * The member who created or last confirmed it; it sends only what they may currently see. `null` in older rows means
   * the founder or an administrator.
   */
  guarantorId: string | null
}

/** A user's state of one notification; the notifications themselves are the events of the account. */
export interface NotificationStateRecord {
  id: string
  userId: string
  tenantId: string
  eventId: string
  status: 'read' | 'unread' | 'archived'
  isPinned: boolean
  createdAt: number
}

/** A report that is sent automatically to the administrators of an account. */
export interface ReportScheduleRecord extends Dated {
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
}

export interface ChannelsRecords {
  channelConfigs: ChannelConfigRecord
  messageRecipients: MessageRecipientRecord
  slackInstallations: SlackInstallationRecord
  slackSubscriptions: SlackSubscriptionRecord
  reportSchedules: ReportScheduleRecord
  notificationStates: NotificationStateRecord
}
