import { pgTable } from 'drizzle-orm/pg-core'
import { dates, flag, key, keysAndIndexes, maybeTime, time, words } from '../columns.ts'

export const ssoSetups = pgTable(
  'ssoSetups',
  {
    id: key(),
    tenantId: words(),
    name: words(),
    metadataUrl: words(),
    enabledAt: maybeTime(),
    lastSignInAt: maybeTime(),
    enforced: flag(),
    exemptUserIds: words(),
    test: words(),
    updatesRoles: flag().default(false),
    metadataWarnings: words().default('[]'),
    ...dates(),
  },
  keysAndIndexes('ssoSetups'),
)

export const ssoFailures = pgTable(
  'ssoFailures',
  { id: key(), connectionId: words(), tenantId: words(), reason: words(), createdAt: time() },
  keysAndIndexes('ssoFailures'),
)
