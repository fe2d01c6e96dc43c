import type { Ports } from '../../ports.ts'
import { addCheckpoint } from './checkpoints.ts'
import { changeTallies } from './tallies.ts'

type RetentionPorts = Pick<Ports, 'store' | 'signer' | 'clock' | 'config'>

/** Positions looked at for each step; more wait for the next round. */
const WINDOW = 5_000

/**
 * Removes rows written before `limit`, oldest first, and signs where the rest of the log begins, so that it can still be
 * verified. The newest row of a log stays: the next one follows it. Returns how many were removed.
 */
export const applyRetention = async (ports: RetentionPorts, limit: number): Promise<number> => {
  let removed = 0
  for (const { id, seq, firstSeq } of await ports.store.auditHeads.list({})) {
    const oldest = await ports.store.audits.find({ tenantId: id, seq: firstSeq, createdAt: { lt: limit } })
    if (oldest) removed += await removeOld(ports, { tenantId: id, lastSeq: seq, firstSeq, limit })
  }
  return removed
}

const removeOld = async (
  ports: RetentionPorts,
  { tenantId, lastSeq, firstSeq, limit }: { tenantId: string; lastSeq: number; firstSeq: number; limit: number },
): Promise<number> => {
  const { store } = ports
  const end = Math.min(firstSeq + WINDOW, lastSeq)
  const rows = await store.audits.list({ tenantId, seq: { gte: firstSeq, lt: end } })
  rows.sort((left, right) => left.seq - right.seq)
  const young = rows.findIndex(({ createdAt }) => createdAt >= limit)
  const old = young < 0 ? rows : rows.slice(0, young)
  const last = old.at(-1)
  if (!last) return 0
  await addCheckpoint(ports, last, 'retention')
  return store.transaction(async (inside) => {
    // Another process may have removed the same rows.
    if (!(await inside.auditHeads.update({ id: tenantId, firstSeq }, { firstSeq: last.seq + 1 }))) return 0
    const { talliedSeq = 0 } = (await inside.auditHeads.get(tenantId)) ?? {}
    const tallied = { tenantId, seq: { lt: Math.min(last.seq, talliedSeq) + 1 } }
    const removed = await inside.audits.listFields(tallied, ['createdAt', 'action', 'severity'])
    await changeTallies(inside, removed, { tenantId, sign: -1 })
    return inside.audits.delete({ tenantId, seq: { lt: last.seq + 1 } })
  })
}
