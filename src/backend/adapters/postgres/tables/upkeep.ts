import { integer, pgTable } from 'drizzle-orm/pg-core'
import { flag, key, keysAndIndexes, time, words } from '../columns.ts'

export const messages = pgTable(
  'messages',
  {
    id: key(),
    channel: words(),
    to: words(),
    subject: words(),
    text: words(),
    html: words(),
    attachments: words(),
    createdAt: time(),
  },
  keysAndIndexes('messages'),
)

export const outgoingMails = pgTable(
  'outgoingMails',
  {
    id: key(),
    sealed: words(),
    // During a rolling update, processes of the previous release insert rows without it.
    isAwaited: flag().default(false),
    tries: integer().notNull(),
    nextTryAt: time(),
    createdAt: time(),
  },
  keysAndIndexes('outgoingMails'),
)

export const keys = pgTable(
  'keys',
  { id: key(), kind: words(), value: words(), createdAt: time() },
  keysAndIndexes('keys'),
)
