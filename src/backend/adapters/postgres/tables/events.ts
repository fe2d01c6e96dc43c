import { integer, pgTable } from 'drizzle-orm/pg-core'
import type { DeliveryRecord } from '../../../store/records.ts'
import { dates, flag, key, keysAndIndexes, optionalTime, optionalWords, time, words } from '../columns.ts'

export const events = pgTable(
  'events',
  {
    id: key(),
    tenantId: words(),
    key: words(),
    recordId: words(),
    position: time(),
    body: words(),
    createdAt: time(),
  },
  keysAndIndexes('events'),
)

export const webhooks = pgTable(
  'webhooks',
  {
    id: key(),
    tenantId: words(),
    displayName: words(),
    description: words(),
    url: words(),
    secret: words(),
    previousSecret: optionalWords(),
    previousSecretUntil: optionalTime(),
    eventKeys: words(),
    isActive: flag(),
    failingSince: optionalTime(),
    guarantorId: optionalWords(),
    ...dates(),
  },
  keysAndIndexes('webhooks'),
)

export const deliveries = pgTable(
  'deliveries',
  {
    id: key(),
    tenantId: words(),
    channel: words().$type<DeliveryRecord['channel']>().default('webhook'),
    webhookId: words(),
    target: words().default(''),
    eventId: words(),
    lane: words(),
    position: time(),
    state: words().$type<DeliveryRecord['state']>(),
    attempts: integer().notNull(),
    firstAttemptAt: optionalTime(),
    nextAttemptAt: time(),
    createdAt: time(),
  },
  keysAndIndexes('deliveries'),
)

export const webhookLogs = pgTable(
  'webhookLogs',
  {
    id: key(),
    tenantId: words(),
    webhookId: words(),
    deliveryId: words(),
    eventKey: words(),
    attempt: integer().notNull(),
    body: words(),
    requestHeaders: words(),
    statusCode: words(),
    responseHeaders: words(),
    responseBody: words(),
    error: optionalWords(),
    durationMs: integer().notNull(),
    createdAt: time(),
  },
  keysAndIndexes('webhookLogs'),
)
