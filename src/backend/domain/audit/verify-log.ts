import type { AuditVerification } from '../../../contract/audits.ts'
import type { AuditProblem } from '../../../entities/audits.ts'
import type { Ports } from '../../ports.ts'
import type { AuditCheckpointRecord, AuditHeadRecord, AuditRecord } from '../../store/records.ts'
import { emptyHead } from './chain.ts'
import { readCheckpoint, startOfLog } from './checkpoints.ts'
import { type ChainPosition, type ChainWalk, walkChain } from './verify-chain.ts'

type VerifyPorts = Pick<Ports, 'store' | 'signer' | 'clock'>

/** Rows per part, which take a fraction of a second. */
const PART = 5_000

const bySeq = (left: { seq: number }, right: { seq: number }) => left.seq - right.seq

const rewritten = (seq: number, lastSeq: number): AuditProblem => ({ kind: 'rewritten', seq, lastSeq })

/** Returns the position that the first row of a part must continue from. */
const startOf = async (
  { store }: VerifyPorts,
  { tenantId, start, from }: { tenantId: string; start: ChainPosition; from: number },
): Promise<ChainPosition> => {
  if (from <= start.seq) return start
  const before = await store.audits.find({ tenantId, seq: from - 1 })
  return { seq: from, prevHash: before?.hash ?? '' }
}

/** Finds a checkpoint that the rows of a part contradict. If all hashes were replaced, only its signature shows it. */
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

/** Finds missing rows at the end of the log, and rows after its end. */
const endProblem = async (
  { store }: VerifyPorts,
  head: AuditHeadRecord,
  { seq, prevHash }: ChainPosition,
): Promise<AuditProblem | null> => {
  const { id: tenantId } = head
  if (seq <= head.seq) return { kind: 'removed', seq }
  if (prevHash !== head.hash) return { kind: 'altered', seq: head.seq }
  const beyond = await store.audits.find({ tenantId, seq: { gte: head.seq + 1 } })
  // A row that was written since the head was read is not a problem.
  const now = await store.auditHeads.get(tenantId)
  if (beyond && beyond.seq > (now?.seq ?? 0)) return { kind: 'inserted', seq: beyond.seq }
  const later = await store.auditCheckpoints.list({ tenantId, seq: { gte: head.seq + 1 } })
  const [first] = later.filter(({ seq: at }) => at > (now?.seq ?? 0)).sort(bySeq)
  return first ? { kind: 'removed', seq: head.seq + 1 } : null
}

interface LogPart {
  start: ChainPosition
  rows: readonly AuditRecord[]
  /** The row that follows the last one, if there is any. */
  after?: AuditRecord | undefined
}

/** Verifies rows in the order of their positions, up to the first missing one, and the checkpoints among them. */
export const verifyRows = async (
  ports: VerifyPorts,
  tenantId: string,
  { start, rows, after }: LogPart,
): Promise<ChainWalk> => {
  const walk = walkChain(start, rows, after)
  if (walk.problem) return walk
  const within = { tenantId, seq: { gte: start.seq, lt: walk.position.seq } }
  const checkpoints = await ports.store.auditCheckpoints.list(within)
  return { ...walk, problem: await contradicted(ports, checkpoints, { rows, start }) }
}

const verifyPart = async (
  ports: VerifyPorts,
  head: AuditHeadRecord,
  from: number,
): Promise<Omit<AuditVerification, 'lastSeq'>> => {
  const { store } = ports
  const { id: tenantId } = head
  const begin = await startOfLog(ports, head)
  const first = Math.max(Math.min(from, head.seq + 1), begin.seq)
  const behind = Math.min(first + PART, head.seq + 1)
  const start = await startOf(ports, { tenantId, start: begin, from: first })
  const rows = (await store.audits.list({ tenantId, seq: { gte: first, lt: behind } })).sort(bySeq)
  const after = await store.audits.find({ tenantId, seq: behind })
  const walk = await verifyRows(ports, tenantId, { start, rows, after })
  const missing = walk.position.seq < behind ? ({ kind: 'removed', seq: walk.position.seq } as const) : null
  const isLast = behind > head.seq
  const problem = walk.problem ?? missing ?? (isLast ? await endProblem(ports, head, walk.position) : null)
  return { from: first, next: problem || isLast ? null : behind, firstSeq: begin.seq, problem }
}

/** Verifies the rows of a tenant from a position on, a few thousand at a time. */
export const verifyLog = async (ports: VerifyPorts, tenantId: string, from: number): Promise<AuditVerification> => {
  const headNow = async () => (await ports.store.auditHeads.get(tenantId)) ?? emptyHead(tenantId)
  const head = await headNow()
  const part = await verifyPart(ports, head, from)
  // Rows that retention removed in the meantime are not a problem.
  if (part.problem && (await headNow()).firstSeq > head.firstSeq) return verifyLog(ports, tenantId, from)
  return { ...part, lastSeq: head.seq }
}
