import { integer, pgTable } from 'drizzle-orm/pg-core'
import { dates, flag, key, keysAndIndexes, maybeWords, words } from '../columns.ts'

export const billingAccounts = pgTable(
  'billingAccounts',
  {
    id: key(),
    tenantId: words(),
    customerId: maybeWords(),
    externallyManaged: flag(),
    planId: maybeWords(),
    snapshot: words(),
    version: integer().notNull(),
    pendingChange: maybeWords(),
    setupIntentId: maybeWords(),
    ...dates(),
  },
  keysAndIndexes('billingAccounts'),
)
