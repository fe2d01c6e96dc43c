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
