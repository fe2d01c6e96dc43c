import { pgTable } from 'drizzle-orm/pg-core'
import type { ChannelConfigRecord, MessageRecipientRecord } from '../../../store/records.ts'
import { dates, flag, key, keysAndIndexes, maybeTime, maybeWords, time, words } from '../columns.ts'

export const channelConfigs = pgTable(
  'channelConfigs',
  {
    id: key(),
    tenantId: words(),
    channel: words().$type<ChannelConfigRecord['channel']>(),
    eventKey: words(),
    enabled: flag(),
    subscriptions: words(),
    guarantorId: maybeWords(),
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
    sentAt: maybeTime(),
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
  { id: key(), tenantId: words(), isActive: flag(), slackEvents: words(), guarantorId: maybeWords(), ...dates() },
  keysAndIndexes('slackSubscriptions'),
)
