import type { Ports } from '../../ports.ts'
import type { AuditHeadRecord } from '../../store/records.ts'
import { readCheckpoint } from './checkpoints.ts'
import type { ChainPosition } from './verify-chain.ts'

type StartPorts = Pick<Ports, 'store' | 'signer' | 'clock'>

const START: ChainPosition = { seq: 1, prevHash: '' }

/** Returns the start of a log after its newest retention below a position, if this backend signed that retention. */
const afterRetention = async (
  { store, ...ports }: StartPorts,
  tenantId: string,
  limit: number,
): Promise<ChainPosition | undefined> => {
  const { items } = await store.auditCheckpoints.page({
    where: { tenantId, kind: 'retention', seq: { lt: limit } },
    sort: { field: 'seq', order: 'DESC' },
    offset: 0,
    limit: 1,
    total: 1,
  })
  const [found] = items
  const stated = found && (await readCheckpoint(ports, found.token))
  const isOurs = stated?.kind === 'retention' && stated.tenantId === tenantId && stated.seq === found?.seq
  return isOurs ? { seq: stated.seq + 1, prevHash: stated.hash } : undefined
}

/**
 * Returns whether a log starts after a row without a hash. Older releases wrote such rows and signed nothing, so the
 * chain begins after them.
 */
const isAfterUnchained = async (
  { store }: StartPorts,
  { id: tenantId, seq, hash, firstSeq }: AuditHeadRecord,
): Promise<boolean> => {
  if (firstSeq > seq && hash !== '') return false
  const before = await store.audits.find({ tenantId, seq: firstSeq - 1 })
  if (before?.hash !== '') return false
  return !(await store.auditCheckpoints.find({ tenantId, seq: { lt: firstSeq } }))
}

/**
 * Returns the position at which a log must begin. The position in its head is only a claim: rows before it may be
 * missing only if a retention was signed or the rows were never chained. Otherwise an erased log would pass for one
 * whose rows were too old.
 */
export const startOfLog = async (ports: StartPorts, head: AuditHeadRecord): Promise<ChainPosition> => {
  const { id: tenantId, seq, firstSeq } = head
  if (firstSeq <= 1) return START
  // Retention keeps the newest row.
  const retained = await afterRetention(ports, tenantId, Math.min(firstSeq, seq))
  if (retained?.seq === firstSeq) return retained
  if (await isAfterUnchained(ports, head)) return { seq: firstSeq, prevHash: '' }
  return retained ?? START
}
