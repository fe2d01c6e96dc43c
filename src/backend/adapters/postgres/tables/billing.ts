import { integer, pgTable } from 'drizzle-orm/pg-core'
import { dates, flag, key, keysAndIndexes, optionalWords, time, words } from '../columns.ts'

export const billingAccounts = pgTable(
  'billingAccounts',
  {
    id: key(),
    tenantId: words(),
    customerId: optionalWords(),
    externallyManaged: flag(),
    planId: optionalWords(),
    snapshot: words(),
    version: integer().notNull(),
    pendingChange: optionalWords(),
    // The column keeps its name from when it held a single id.
    setupIntents: optionalWords('setupIntentId'),
    ...dates(),
  },
  keysAndIndexes('billingAccounts'),
)

export const usage = pgTable(
  'usage',
  {
    id: key(),
    tenantId: words(),
    featureKey: words(),
    day: integer().notNull(),
    count: time(),
    ...dates(),
  },
  keysAndIndexes('usage'),
)

export const usageKeys = pgTable(
  'usageKeys',
  {
    id: key(),
    tenantId: words(),
    key: words(),
    featureKey: words(),
    quantity: integer().notNull(),
    response: words(),
    ...dates(),
  },
  keysAndIndexes('usageKeys'),
)
