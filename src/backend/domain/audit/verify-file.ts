import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import type { AuditProblem } from '../../../entities/audits.ts'
import type { AuditRecord } from '../../store/records.ts'
import { hashOf } from './chain.ts'
import { type ChainPosition, walkChain } from './verify-chain.ts'

type ExportedRow = Omit<AuditRecord, 'searchText'>

interface ClosingLine {
  tenantId: string
  firstSeq: number
  lastSeq: number
  isFiltered: boolean
  checkpoint?: string
  /** The checkpoint that was signed when the rows before the first one were removed because of their age. */
  retention?: string
  keys: JSONWebKeySet['keys']
}

interface FileVerdict {
  rows: number
  /** Descriptions of what is wrong; empty if everything is as it was written. */
  faults: string[]
  /** Descriptions of what could not be proven. */
  notes: string[]
}

interface VerifyOptions {
  /** The public keys of the backend from a trusted source; the keys in the file prove less. */
  keys?: JSONWebKeySet
}

/** Rows in memory at a time; the next row is needed to verify the last one. */
const BATCH = 1_000

const TEXTS: Readonly<Record<AuditProblem['kind'], string>> = {
  altered: 'was altered',
  removed: 'was removed',
  inserted: 'was inserted',
  rewritten: 'was rewritten',
}

const textOf = ({ kind, seq }: AuditProblem) => `The row at position ${seq} ${TEXTS[kind]}.`

/** Creates a walk that verifies an unfiltered file in batches. */
const createWalk = () => {
  let position: ChainPosition | undefined
  let problem: AuditProblem | null = null
  let held: ExportedRow[] = []
  const flush = (after?: ExportedRow) => {
    const [first] = held
    if (!first || problem) return
    // The first row of the file is trusted to follow the removed rows; the checkpoint covers all of them.
    position ??= { seq: first.seq, prevHash: first.prevHash }
    ;({ position, problem } = walkChain(position, held, after))
    held = []
  }
  return {
    add(row: ExportedRow) {
      if (held.length >= BATCH) flush(row)
      held.push(row)
    },
    end: () => {
      flush()
      return { position, problem }
    },
  }
}

const claimsOf = async (token: string | undefined, keys: JSONWebKeySet) => {
  try {
    const { payload } = await jwtVerify(token ?? '', createLocalJWKSet(keys))
    return payload.type === 'auditCheckpoint' ? payload : undefined
  } catch {
    return undefined
  }
}

const endFaults = async (
  closing: ClosingLine,
  last: ExportedRow | undefined,
  { keys = { keys: closing.keys } }: VerifyOptions,
): Promise<string[]> => {
  const { tenantId, lastSeq, checkpoint } = closing
  if (!last) return lastSeq > 0 ? ['The file has no rows.'] : []
  const claims = await claimsOf(checkpoint, keys)
  if (!claims) return ['The checkpoint isn’t signed by this backend.']
  if (claims.sub !== tenantId || last.tenantId !== tenantId) return ['The checkpoint belongs to another account.']
  if (last.seq < Number(claims.seq)) return [textOf({ kind: 'removed', seq: last.seq + 1 })]
  if (claims.seq !== last.seq || claims.hash !== last.hash) return [textOf({ kind: 'altered', seq: last.seq })]
  return []
}

interface FileStart {
  first: ExportedRow | undefined
  /** The position of the last row without a hash, or 0 if there is none. */
  unchainedSeq: number
}

/** Verifies the start of the log: rows may be missing there only if they were too old or never chained. */
const startFaults = async (
  closing: ClosingLine,
  { first, unchainedSeq }: FileStart,
  { keys = { keys: closing.keys } }: VerifyOptions,
): Promise<string[]> => {
  const { tenantId, firstSeq, retention } = closing
  if (!first) return []
  if (first.seq !== firstSeq) {
    return [textOf({ kind: first.seq > firstSeq ? 'removed' : 'inserted', seq: firstSeq })]
  }
  if (first.prevHash === '' && unchainedSeq === firstSeq - 1) return []
  if (firstSeq === 1) return [textOf({ kind: 'altered', seq: 1 })]
  const claims = await claimsOf(retention, keys)
  const isSigned = claims?.kind === 'retention' && claims.sub === tenantId && claims.seq === firstSeq - 1
  if (isSigned && claims.hash === first.prevHash) return []
  return [
    `Rows before position ${firstSeq} were removed, and no checkpoint of this backend shows that they were too old.`,
  ]
}

/** Verifies an export in the JSON Lines format without the backend that wrote it. */
export const verifyAuditFile = async (
  lines: AsyncIterable<string> | Iterable<string>,
  options: VerifyOptions = {},
): Promise<FileVerdict> => {
  const verdict: FileVerdict = { rows: 0, faults: [], notes: [] }
  const walk = createWalk()
  let closing: ClosingLine | undefined
  let [first, last]: (ExportedRow | undefined)[] = []
  let altered: ExportedRow | undefined
  let unchained = 0
  let unchainedSeq = 0
  for await (const line of lines) {
    if (!line) continue
    const parsed = JSON.parse(line) as ExportedRow | ClosingLine
    if ('checkpoint' in parsed || 'isFiltered' in parsed) {
      closing = parsed as ClosingLine
      continue
    }
    const row = parsed as ExportedRow
    verdict.rows += 1
    if (row.hash === '') {
      unchained += 1
      unchainedSeq = row.seq
      continue
    }
    first ??= row
    last = row
    altered ??= hashOf(row) === row.hash ? undefined : row
    walk.add(row)
  }
  if (unchained > 0)
    verdict.notes.push(`${unchained} rows were written before rows were chained; they can't be verified.`)
  if (!closing) return { ...verdict, faults: ['The file has no closing line, so it is incomplete.'] }
  if (!options.keys)
    verdict.notes.push('The keys in the file were used. Pass --keys with those of the backend to prove who signed.')
  if (closing.isFiltered) {
    verdict.notes.push('The file is filtered: each row was verified by itself, not whether rows are missing.')
    if (altered) verdict.faults.push(textOf({ kind: 'altered', seq: altered.seq }))
    return verdict
  }
  const { problem } = walk.end()
  if (problem) verdict.faults.push(textOf(problem))
  else {
    const start = await startFaults(closing, { first, unchainedSeq }, options)
    verdict.faults.push(...start, ...(await endFaults(closing, last, options)))
  }
  return verdict
}
