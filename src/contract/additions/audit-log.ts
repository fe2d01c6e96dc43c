import type { AuditColumn, AuditHistogram, AuditProblem } from '../../entities/audits.ts'
import type { JsonValue } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'

const AUDITS = '/identity/resources/fe/v1/audits'

/** As in `listAudits`: `filter` is a text, every other filter has the name of its column. */
export interface AuditFilters {
  filter?: string
  [filterId: string]: JsonValue | undefined
}

export interface AuditExportPart {
  /** A part of the file, in the order of the log. */
  text: string
  /** Rows in this part. */
  rows: number
  /** For the next part; `null` after the last one. */
  cursor: string | null
}

export interface AuditVerification {
  /** The first row of this part and of the next one; `next` is `null` when the whole log was verified. */
  from: number
  next: number | null
  /** The newest row. */
  lastSeq: number
  /** Rows before this one were written by a release that did not chain them, or were removed because of their age. */
  firstSeq: number
  problem: AuditProblem | null
}

export const auditLog = {
  getAuditHistogram: endpoint<AuditFilters & { buckets: number }, void, AuditHistogram>()('GET', `${AUDITS}/histogram`),
  /** The newest position of the log, and how many matching rows were written after `after`. */
  getAuditNews: endpoint<AuditFilters & { after?: number }, void, { seq: number; total: number }>()(
    'GET',
    `${AUDITS}/news`,
  ),
  /** The whole filtered log in parts; rows written after the first part are left out. */
  exportAuditPart: endpoint<
    AuditFilters,
    { format: 'csv' | 'jsonl'; properties?: AuditColumn[]; cursor?: string },
    AuditExportPart
  >()('POST', `${AUDITS}/export`, { long: true }),
  /** Verifies a part of the chain of hashes and its signed checkpoints. */
  verifyAudits: endpoint<{ from?: number }, void, AuditVerification>()('GET', `${AUDITS}/verification`, { long: true }),
}
