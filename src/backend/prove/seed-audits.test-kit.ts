import { breathe } from '../../kernel/breathe.ts'
import { BULK_TENANT_ID, type BulkOptions, seedBulk } from '../../testing/bulk.ts'
import { chained, emptyHead } from '../domain/audit/chain.ts'
import { HOUR_MS } from '../domain/audit/tallies.ts'
import { auditFrom } from '../sample/audits.ts'
import { createSeeded } from '../sample/seeded.ts'
import { stableId } from '../stable-id.ts'
import { fold } from '../store/match.ts'
import type { AuditHeadRecord, AuditRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

const BATCH = 5_000
const ACTORS = 1_000
const YEAR_MS = 365 * 86_400_000

type Sql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

const sqlOf = ({ executeSql }: Store): Sql => {
  if (!executeSql) throw new Error('Only databases are seeded in SQL')
  return async (text, values) => (await executeSql(text, values)) as { rows: unknown[] }
}

/** Indexes are built once at the end, because updating them would take most of the time. */
const withoutIndexes = async (sql: Sql, work: () => Promise<void>): Promise<void> => {
  const { rows } = await sql(
    `select indexname as name, indexdef as text from pg_indexes
     where tablename = 'audits' and indexname not in (select conname from pg_constraint)`,
  )
  const indexes = rows as { name: string; text: string }[]
  for (const { name } of indexes) await sql(`drop index "${name}"`)
  await work()
  for (const { text } of indexes) await sql(text)
}

const insert = (sql: Sql, rows: readonly AuditRecord[]) => {
  const cells = rows.map((row) => ({ ...row, searchTextFolded: fold(row.searchText) }))
  return sql('insert into audits select * from json_populate_recordset(null::audits, $1::json)', [
    JSON.stringify(cells),
  ])
}

/** Writes the tallies that the writers of the log would have kept, in one statement. */
const tally = async (sql: Sql, { id, seq, hash }: AuditHeadRecord): Promise<void> => {
  await sql(
    `insert into "auditTallies" (id, "tenantId", hour, action, severity, total)
     select concat_ws(' ', "tenantId", hour, severity, action), "tenantId", hour, action, severity, count(*)
     from (select *, "createdAt" - "createdAt" % ${HOUR_MS} as hour from audits where "tenantId" = $1) as rows
     group by "tenantId", hour, action, severity`,
    [id],
  )
  await sql('insert into "auditHeads" (id, seq, hash, "firstSeq", "talliedSeq") values ($1, $2, $3, 1, $2)', [
    id,
    seq,
    hash,
  ])
}

/**
 * Creates the tenant of `seedBulk` with the same log. Rows are written directly to the database, so that a million rows
 * take minutes instead of an hour.
 */
export const seedAudits = async (store: Store, options: BulkOptions): Promise<void> => {
  const { audits, now } = options
  await seedBulk(store, { ...options, audits: 0 })
  const { items: actors } = await store.members.page({ where: { tenantId: BULK_TENANT_ID }, offset: 0, limit: ACTORS })
  const sql = sqlOf(store)
  let head = emptyHead(BULK_TENANT_ID)
  await withoutIndexes(sql, async () => {
    for (let done = 0; done < audits; done += BATCH) {
      const seeded = createSeeded(`scale audits ${done}`)
      const drafts = Array.from({ length: Math.min(BATCH, audits - done) }, (_, at) => ({
        ...auditFrom(stableId(`scale audit ${done + at}`), seeded, actors),
        createdAt: now - Math.floor((1 - (done + at) / audits) * YEAR_MS) - 1,
      }))
      const next = chained(head, drafts)
      head = next.head
      await insert(sql, next.rows)
      await breathe()
    }
  })
  await tally(sql, head)
  await store.optimize?.()
}
