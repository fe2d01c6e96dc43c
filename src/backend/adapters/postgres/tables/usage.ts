import { integer, pgTable } from 'drizzle-orm/pg-core'
import { dates, key, keysAndIndexes, time, words } from '../columns.ts'

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
