import type { AuditColumn, AuditHistogram, AuditProblem } from '../../entities/audits.ts'
import type { JsonValue } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'

const AUDITS = '/identity/resources/fe/v1/audits'

/** Same as in `listAudits`: `filter` is a text, and every other filter has the name of its column. */
export interface AuditFilters {
  filter?: string
  [filterId: string]: JsonValue | undefined
}

export interface AuditExportPart {
  /** Part of the file, in the order of the log. */
  text: string
  /** Number of rows in this part. */
  rows: number
  /** Cursor of the next part; `null` after the last one. */
  cursor: string | null
}

export interface AuditVerification {
  /** First row of this part, and of the next one; `next` is `null` when the whole log was verified. */
  from: number
  next: number | null
  /** Position of the newest row. */
  lastSeq: number
  /**
   * Position of the first row in the chain. Earlier rows were written by a release without the chain, or were removed
   * because of their age.
   */
  firstSeq: number
  problem: AuditProblem | null
}

export const auditLog = {
  getAuditHistogram: endpoint<AuditFilters & { buckets: number }, void, AuditHistogram>()('GET', `${AUDITS}/histogram`),
  /** Returns the newest position of the log, and the number of matching rows written after `after`. */
  getAuditNews: endpoint<AuditFilters & { after?: number }, void, { seq: number; total: number }>()(
    'GET',
    `${AUDITS}/news`,
  ),
  /** Returns the whole filtered log in parts; rows written after the first part are omitted. */
  exportAuditPart: endpoint<
    AuditFilters,
    { format: 'csv' | 'jsonl'; properties?: AuditColumn[]; cursor?: string },
    AuditExportPart
  >()('POST', `${AUDITS}/export`, { long: true }),
  /** Verifies a part of the hash chain and its signed checkpoints. */
  verifyAudits: endpoint<{ from?: number }, void, AuditVerification>()('GET', `${AUDITS}/verification`, { long: true }),
}
