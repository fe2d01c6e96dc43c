import { sql } from 'drizzle-orm'
import { index, pgTable } from 'drizzle-orm/pg-core'
import { key, keysAndIndexes, optionalWords, time, words } from '../columns.ts'

const position = time

export const audits = pgTable(
  'audits',
  {
    id: key(),
    tenantId: words(),
    userId: optionalWords(),
    email: words(),
    action: words(),
    resource: words(),
    severity: words(),
    ip: words(),
    userAgent: words(),
    description: words(),
    detail: words(),
    createdAt: time(),
    seq: position(),
    prevHash: words(),
    hash: words(),
    searchText: words(),
    searchTextFolded: words(),
  },
  (table) => [
    ...keysAndIndexes('audits')(table),
    // Finds rows that aren't in the chain yet, which are few.
    index('audits_left_idx').on(table.createdAt).where(sql`seq < 0`),
  ],
)

export const auditHeads = pgTable(
  'auditHeads',
  { id: key(), seq: position(), hash: words(), firstSeq: position(), talliedSeq: position() },
  keysAndIndexes('auditHeads'),
)

export const auditCheckpoints = pgTable(
  'auditCheckpoints',
  { id: key(), tenantId: words(), seq: position(), kind: words(), token: words(), createdAt: time() },
  keysAndIndexes('auditCheckpoints'),
)

export const auditTallies = pgTable(
  'auditTallies',
  { id: key(), tenantId: words(), hour: time(), action: words(), severity: words(), total: time() },
  keysAndIndexes('auditTallies'),
)
