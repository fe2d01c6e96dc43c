import type { AuditProblem } from '../../../entities/audits.ts'
import type { AuditRecord } from '../../store/records.ts'
import { hashOf, searchTextOf } from './chain.ts'

type ChainedRow = Omit<AuditRecord, 'searchText'> & { searchText?: string }

/** The position and hash that the next row must continue from. */
export interface ChainPosition {
  /** The position of the next row. */
  seq: number
  prevHash: string
}

export interface ChainWalk {
  position: ChainPosition
  problem: AuditProblem | null
}

const isOwnHash = (row: ChainedRow) =>
  hashOf(row) === row.hash && (row.searchText === undefined || row.searchText === searchTextOf(row))

/**
 * Finds what is wrong with a row's hash. If the hash fits a neighboring position, a row before it was inserted or
 * removed.
 */
const problemOf = (row: ChainedRow): AuditProblem => {
  const { seq, hash } = row
  if (hashOf({ ...row, seq: seq - 1 }) === hash) return { kind: 'inserted', seq: seq - 1 }
  if (hashOf({ ...row, seq: seq + 1 }) === hash) return { kind: 'removed', seq }
  return { kind: 'altered', seq }
}

/**
 * Finds the wrong one of two rows that have valid hashes but don't follow each other. The later row is right if the
 * next one follows it.
 */
const brokenLink = (row: ChainedRow, next: ChainedRow | undefined): AuditProblem => {
  const isTrusted = next !== undefined && next.prevHash === row.hash && isOwnHash(next)
  return { kind: 'altered', seq: isTrusted ? row.seq - 1 : row.seq }
}

/**
 * Verifies rows in the order of their positions, and finds the first one that is not as it was written. `after` is the
 * row that follows the last one, if there is any.
 */
export const walkChain = (start: ChainPosition, rows: readonly ChainedRow[], after?: ChainedRow): ChainWalk => {
  let position = start
  for (const [at, row] of rows.entries()) {
    const fail = (problem: AuditProblem) => ({ position, problem })
    if (row.seq > position.seq) return fail({ kind: 'removed', seq: position.seq })
    if (row.seq < position.seq) return fail({ kind: 'inserted', seq: row.seq })
    if (!isOwnHash(row)) return fail(problemOf(row))
    if (row.prevHash !== position.prevHash) return fail(brokenLink(row, rows[at + 1] ?? after))
    position = { seq: row.seq + 1, prevHash: row.hash }
  }
  return { position, problem: null }
}
