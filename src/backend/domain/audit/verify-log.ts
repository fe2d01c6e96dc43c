import type { AuditVerification } from '../../../contract/additions/audit-log.ts'
import type { AuditProblem } from '../../../entities/audits.ts'
import type { Ports } from '../../ports.ts'
import type { AuditCheckpointRecord, AuditHeadRecord, AuditRecord } from '../../store/records.ts'
import { emptyHead } from './chain.ts'
import { readCheckpoint } from './checkpoints.ts'
import { type ChainPosition, walkChain } from './verify-chain.ts'

type VerifyPorts = Pick<Ports, 'store' | 'signer' | 'clock'>

/** Rows of one part: a fraction of a second. */
const PART = 5_000

const bySeq = (left: { seq: number }, right: { seq: number }) => left.seq - right.seq

const rewritten = (seq: number, lastSeq: number): AuditProblem => ({ kind: 'rewritten', seq, lastSeq })

/** What the first row of a part must follow. */
const startOf = async (
  { store, ...ports }: VerifyPorts,
  { id: tenantId, firstSeq }: AuditHeadRecord,
  from: number,
): Promise<ChainPosition> => {
  if (from > firstSeq) {
    const before = await store.audits.find({ tenantId, seq: from - 1 })
    return { seq: from, prevHash: before?.hash ?? '' }
  }
  const removed = await store.auditCheckpoints.find({ tenantId, seq: firstSeq - 1, kind: 'retention' })
  const stated = removed && (await readCheckpoint({ ...ports }, removed.token))
  const isOurs = stated?.kind === 'retention' && stated.tenantId === tenantId && stated.seq === firstSeq - 1
  return { seq: firstSeq, prevHash: isOurs ? stated.hash : '' }
}

/** Checkpoints that the rows of a part contradict: all hashes were replaced, which only a signature shows. */
const contradicted = async (
  ports: VerifyPorts,
  checkpoints: readonly AuditCheckpointRecord[],
  { rows, start }: { rows: readonly AuditRecord[]; start: ChainPosition },
): Promise<AuditProblem | null> => {
  const hashes = new Map(rows.map(({ seq, hash }) => [seq, hash]))
  hashes.set(start.seq - 1, start.prevHash)
  let safe = start.seq
  for (const { tenantId, seq, token } of [...checkpoints].sort(bySeq)) {
    const stated = await readCheckpoint(ports, token)
    const isTrue = stated?.tenantId === tenantId && stated.seq === seq && stated.hash === hashes.get(seq)
    if (!isTrue) return rewritten(safe, seq)
    safe = seq + 1
  }
  return null
}

/** The end of the log: nothing may be missing there, and nothing may follow. */
const endProblem = async (
  { store }: VerifyPorts,
  head: AuditHeadRecord,
  { seq, prevHash }: ChainPosition,
): Promise<AuditProblem | null> => {
  const { id: tenantId } = head
  if (seq <= head.seq) return { kind: 'removed', seq }
  if (seq > head.firstSeq && prevHash !== head.hash) return { kind: 'altered', seq: head.seq }
  const beyond = await store.audits.find({ tenantId, seq: { gte: head.seq + 1 } })
  // A row that was written since the head was read is no problem.
  const now = await store.auditHeads.get(tenantId)
  if (beyond && beyond.seq > (now?.seq ?? 0)) return { kind: 'inserted', seq: beyond.seq }
  const later = await store.auditCheckpoints.list({ tenantId, seq: { gte: head.seq + 1 } })
  const [first] = later.filter(({ seq: at }) => at > (now?.seq ?? 0)).sort(bySeq)
  return first ? { kind: 'removed', seq: head.seq + 1 } : null
}

/** Verifies the rows of a tenant from a position on, some thousands at a time. */
export const verifyLog = async (ports: VerifyPorts, tenantId: string, from: number): Promise<AuditVerification> => {
  const { store } = ports
  const head = (await store.auditHeads.get(tenantId)) ?? emptyHead(tenantId)
  const first = Math.max(from, head.firstSeq)
  const behind = Math.min(first + PART, head.seq + 1)
  const start = await startOf(ports, head, first)
  const within = { tenantId, seq: { gte: first, lt: behind } }
  const rows = (await store.audits.list(within)).sort(bySeq)
  const after = await store.audits.find({ tenantId, seq: behind })
  const walk = walkChain(start, rows, after)
  const missing = walk.position.seq < behind ? ({ kind: 'removed', seq: walk.position.seq } as const) : null
  const checkpoints = await store.auditCheckpoints.list(within)
  const isLast = behind > head.seq
  const problem =
    walk.problem ??
    missing ??
    (await contradicted(ports, checkpoints, { rows, start })) ??
    (isLast ? await endProblem(ports, head, walk.position) : null)
  return { from: first, next: problem || isLast ? null : behind, lastSeq: head.seq, firstSeq: head.firstSeq, problem }
}
