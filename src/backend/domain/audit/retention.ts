import type { Ports } from '../../ports.ts'
import type { AuditHeadRecord, AuditRecord } from '../../store/records.ts'
import { addCheckpoint, startOfLog } from './checkpoints.ts'
import { changeTallies } from './tallies.ts'
import { verifyRows } from './verify-log.ts'

type RetentionPorts = Pick<Ports, 'store' | 'signer' | 'clock' | 'config' | 'log'>

/** Positions per step; the rest waits for the next round. */
const WINDOW = 5_000

/**
 * Removes rows written before `limit`, oldest first, and signs the new start of the log, so that the rest can still be
 * verified. Returns the number of removed rows. The newest row of a log is kept, because the next one refers to it.
 * Altered rows are kept too: otherwise making a row look old would be enough to have it removed, with a signature.
 */
export const applyRetention = async (ports: RetentionPorts, limit: number): Promise<number> => {
  let removed = 0
  for (const head of await ports.store.auditHeads.list({})) {
    const { id, firstSeq } = head
    const oldest = await ports.store.audits.find({ tenantId: id, seq: firstSeq, createdAt: { lt: limit } })
    if (oldest) removed += await removeOld(ports, head, limit)
  }
  return removed
}

/** Returns whether the rows, from the start of the log, are exactly as they were written. */
const isIntact = async (
  ports: RetentionPorts,
  head: AuditHeadRecord,
  rows: readonly AuditRecord[],
): Promise<boolean> => {
  const start = await startOfLog(ports, head)
  const { problem } = await verifyRows(ports, head.id, { start, rows })
  if (!problem) return true
  const now = await ports.store.auditHeads.get(head.id)
  // Another process removed the rows in the meantime.
  if (now?.firstSeq !== head.firstSeq) return false
  ports.log.warn(`Old audit rows of account ${head.id} are kept: position ${problem.seq} was ${problem.kind}`)
  return false
}

const removeOld = async (ports: RetentionPorts, head: AuditHeadRecord, limit: number): Promise<number> => {
  const { store } = ports
  const { id: tenantId, seq: lastSeq, firstSeq } = head
  const end = Math.min(firstSeq + WINDOW, lastSeq)
  const rows = await store.audits.list({ tenantId, seq: { gte: firstSeq, lt: end + 1 } })
  rows.sort((left, right) => left.seq - right.seq)
  const young = rows.findIndex(({ seq, createdAt }) => seq === end || createdAt >= limit)
  const last = rows[young - 1]
  // The following row is verified too, because it proves the last one.
  if (!last || !(await isIntact(ports, head, rows.slice(0, young + 1)))) return 0
  await addCheckpoint(ports, last, 'retention')
  return store.transaction(async (inside) => {
    // Another process may have removed the same rows.
    if (!(await inside.auditHeads.update({ id: tenantId, firstSeq }, { firstSeq: last.seq + 1 }))) return 0
    const { talliedSeq = 0 } = (await inside.auditHeads.get(tenantId)) ?? {}
    const tallied = { tenantId, seq: { lt: Math.min(last.seq, talliedSeq) + 1 } }
    const removed = await inside.audits.listFields(tallied, ['createdAt', 'action', 'severity'])
    await changeTallies(inside, removed, { tenantId, sign: -1 })
    return inside.audits.delete({ tenantId, seq: { gte: 1, lt: last.seq + 1 } })
  })
}
