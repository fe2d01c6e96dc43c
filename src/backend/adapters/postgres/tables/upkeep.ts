import { pgTable } from 'drizzle-orm/pg-core'
import { key, keysAndIndexes, maybeWords, time, words } from '../columns.ts'

export const audits = pgTable(
  'audits',
  {
    id: key(),
    tenantId: words(),
    userId: maybeWords(),
    email: words(),
    action: words(),
    resource: words(),
    severity: words(),
    ip: words(),
    userAgent: words(),
    description: words(),
    detail: words(),
    createdAt: time(),
  },
  keysAndIndexes('audits'),
)

export const messages = pgTable(
  'messages',
  {
    id: key(),
    channel: words(),
    to: words(),
    subject: words(),
    text: words(),
    html: words(),
    createdAt: time(),
  },
  keysAndIndexes('messages'),
)

export const keys = pgTable(
  'keys',
  { id: key(), kind: words(), value: words(), createdAt: time() },
  keysAndIndexes('keys'),
)
