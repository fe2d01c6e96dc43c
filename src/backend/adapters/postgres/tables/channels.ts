import { pgTable } from 'drizzle-orm/pg-core'
import type {
  ChannelConfigRecord,
  MessageRecipientRecord,
  NotificationStateRecord,
  ReportScheduleRecord,
} from '../../../store/records.ts'
import { dates, flag, key, keysAndIndexes, optionalTime, optionalWords, time, words } from '../columns.ts'

export const channelConfigs = pgTable(
  'channelConfigs',
  {
    id: key(),
    tenantId: words(),
    channel: words().$type<ChannelConfigRecord['channel']>(),
    eventKey: words(),
    enabled: flag(),
    subscriptions: words(),
    guarantorId: optionalWords(),
    ...dates(),
  },
  keysAndIndexes('channelConfigs'),
)

export const messageRecipients = pgTable(
  'messageRecipients',
  {
    id: key(),
    tenantId: words(),
    channel: words().$type<MessageRecipientRecord['channel']>(),
    target: words(),
    state: words().$type<MessageRecipientRecord['state']>(),
    sentAt: optionalTime(),
    ...dates(),
  },
  keysAndIndexes('messageRecipients'),
)

export const slackInstallations = pgTable(
  'slackInstallations',
  { id: key(), tenantId: words(), teamName: words(), token: words(), createdAt: time() },
  keysAndIndexes('slackInstallations'),
)

export const slackSubscriptions = pgTable(
  'slackSubscriptions',
  { id: key(), tenantId: words(), isActive: flag(), slackEvents: words(), guarantorId: optionalWords(), ...dates() },
  keysAndIndexes('slackSubscriptions'),
)

export const notificationStates = pgTable(
  'notificationStates',
  {
    id: key(),
    userId: words(),
    tenantId: words(),
    eventId: words(),
    status: words().$type<NotificationStateRecord['status']>(),
    isPinned: flag(),
    createdAt: time(),
  },
  keysAndIndexes('notificationStates'),
)

export const reportSchedules = pgTable(
  'reportSchedules',
  {
    id: key(),
    tenantId: words(),
    templateId: words(),
    type: words().$type<ReportScheduleRecord['type']>(),
    status: words(),
    interval: words().$type<ReportScheduleRecord['interval']>(),
    cron: words(),
    tz: words(),
    isActive: flag(),
    dataFilters: words(),
    guarantorId: optionalWords(),
    nextRunAt: time(),
    ...dates(),
  },
  keysAndIndexes('reportSchedules'),
)
