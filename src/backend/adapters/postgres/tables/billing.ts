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
    // Its column keeps the name from when there was one.
    setupIntents: maybeWords('setupIntentId'),
    ...dates(),
  },
  keysAndIndexes('billingAccounts'),
)
