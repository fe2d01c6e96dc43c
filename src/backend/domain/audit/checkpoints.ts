import type { Ports } from '../../ports.ts'
import type { AuditCheckpointRecord, AuditHeadRecord, AuditRecord } from '../../store/records.ts'
import { unlessDuplicate } from '../../store/store.ts'
import type { ChainPosition } from './verify-chain.ts'

/** Distinguishes a checkpoint from access tokens, which are signed with the same key. */
export const CHECKPOINT_TYPE = 'auditCheckpoint'

/** Checkpoints must remain valid for as long as anyone keeps an export. */
const LIFETIME_SECONDS = 100 * 365 * 86_400

interface Checkpoint {
  tenantId: string
  seq: number
  hash: string
  kind: AuditCheckpointRecord['kind']
}

type CheckpointPorts = Pick<Ports, 'store' | 'signer' | 'clock' | 'config'>

export const signCheckpoint = (
  { signer, clock, config }: Pick<CheckpointPorts, 'signer' | 'clock' | 'config'>,
  { tenantId, seq, hash, kind }: Checkpoint,
): Promise<string> => {
  const iat = Math.floor(clock.now() / 1_000)
  const times = { iat, exp: iat + LIFETIME_SECONDS }
  return signer.sign({
    type: CHECKPOINT_TYPE,
    iss: config.apiUrl,
    aud: config.clientId,
    sub: tenantId,
    seq,
    hash,
    kind,
    ...times,
  })
}

/** Returns the content of a checkpoint, or `undefined` if this backend did not sign it. */
export const readCheckpoint = async (
  { signer, clock }: Pick<CheckpointPorts, 'signer' | 'clock'>,
  token: string,
): Promise<Checkpoint | undefined> => {
  const claims = await signer.verify(token, clock.now())
  if (claims?.type !== CHECKPOINT_TYPE) return undefined
  const { sub, seq, hash, kind } = claims
  return { tenantId: String(sub), seq: Number(seq), hash: String(hash), kind: kind === 'retention' ? kind : 'regular' }
}

/** Signs and stores the position of a row, unless the position has a checkpoint already. */
export const addCheckpoint = async (
  ports: CheckpointPorts,
  { tenantId, seq, hash }: Pick<AuditRecord, 'tenantId' | 'seq' | 'hash'>,
  kind: Checkpoint['kind'] = 'regular',
): Promise<void> => {
  const id = `${tenantId} ${seq}`
  const { store } = ports
  const known = await store.auditCheckpoints.get(id)
  if (known && (kind === 'regular' || known.kind === kind)) return
  const token = await signCheckpoint(ports, { tenantId, seq, hash, kind })
  if (await store.auditCheckpoints.update({ id }, { kind, token })) return
  const row = { id, tenantId, seq, kind, token, createdAt: ports.clock.now() }
  await unlessDuplicate(store.auditCheckpoints.insert(row))
}

/** Signs the end of every log that grew since its last checkpoint. */
export const addCheckpoints = async (ports: CheckpointPorts): Promise<void> => {
  for (const { id: tenantId, seq, hash } of await ports.store.auditHeads.list({})) {
    // Rows without a tenant belong to no log.
    if (tenantId && hash) await addCheckpoint(ports, { tenantId, seq, hash })
  }
}

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
