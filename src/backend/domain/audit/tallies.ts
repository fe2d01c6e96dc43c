import { inChunks } from '../../store/in-chunks.ts'
import type { AuditHeadRecord, AuditRecord, AuditTallyRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'

export const HOUR_MS = 3_600_000

/** Rows that are tallied together, so that the cost per row is negligible. */
const BLOCK = 1_000

/** The maximum number of rows that one writer tallies; the following writers tally the rest. */
const MAX_BLOCK = 5_000

type Tallied = Pick<AuditRecord, 'createdAt' | 'action' | 'severity'>
type TallyCollections = Pick<Collections, 'audits' | 'auditHeads' | 'auditTallies'>

export const hourOf = (time: number): number => time - (time % HOUR_MS)

/** Counts the rows per hour, action, and severity. */
const groupsOf = (tenantId: string, rows: readonly Tallied[]): Map<string, AuditTallyRecord> => {
  const groups = new Map<string, AuditTallyRecord>()
  for (const { createdAt, action, severity } of rows) {
    const hour = hourOf(createdAt)
    const id = [tenantId, hour, severity, action].join(' ')
    const group = groups.get(id) ?? { id, tenantId, hour, action, severity, total: 0 }
    groups.set(id, { ...group, total: group.total + 1 })
  }
  return groups
}

/** Adds rows to the tallies of an account, or subtracts removed ones. The caller must have locked the log's head. */
export const changeTallies = async (
  store: Pick<Collections, 'auditTallies'>,
  rows: readonly Tallied[],
  { tenantId, sign }: { tenantId: string; sign: 1 | -1 },
): Promise<void> => {
  const groups = groupsOf(tenantId, rows)
  const known = await inChunks([...groups.keys()], (part) => store.auditTallies.list({ id: { in: part } }))
  const empty: string[] = []
  for (const { id, total } of known) {
    const next = total + sign * (groups.get(id)?.total ?? 0)
    groups.delete(id)
    if (next > 0) await store.auditTallies.update({ id }, { total: next })
    else empty.push(id)
  }
  if (sign === 1) await store.auditTallies.insertMany([...groups.values()])
  await inChunks(empty, async (part) => [await store.auditTallies.delete({ id: { in: part } })])
}

/**
 * Tallies new rows as soon as a block of them is complete. It runs in the transaction that appended the last row of the
 * block and locked the head, so no other transaction that appends rows changes the tallies at the same time.
 */
export const tallyBlock = async (store: TallyCollections, head: AuditHeadRecord): Promise<void> => {
  const tenantId = head.id
  // Rows without an account are never listed.
  if (!tenantId || head.seq - head.talliedSeq < BLOCK) return
  const first = head.talliedSeq + 1
  const talliedSeq = Math.min(first + MAX_BLOCK - 1, head.seq)
  const where = { tenantId, seq: { gte: first, lt: talliedSeq + 1 } }
  const rows = await store.audits.listFields(where, ['createdAt', 'action', 'severity'])
  await changeTallies(store, rows, { tenantId, sign: 1 })
  await store.auditHeads.update({ id: tenantId }, { talliedSeq })
}
