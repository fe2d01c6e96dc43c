export interface AuditRecord {
  id: string
  tenantId: string
  userId: string | null
  email: string
  action: string
  resource: string
  severity: string
  ip: string
  userAgent: string
  description: string
  detail: string
  createdAt: number
  /** Position in the tenant's log, starting at 1, without gaps. */
  seq: number
  /** Hash of the row before; empty in the first one. */
  prevHash: string
  /** Hash of this row; empty in rows of releases that did not chain rows. */
  hash: string
  /** The text that a search looks through, built from other fields. */
  searchText: string
}

/** A row that has no position in the log yet. */
export type AuditDraft = Omit<AuditRecord, 'seq' | 'prevHash' | 'hash' | 'searchText'>

/** The end of a tenant's log; its id is the tenant's. Writers lock it, so that the log has one order. */
export interface AuditHeadRecord {
  id: string
  seq: number
  hash: string
  /** Position of the first row that is chained and still kept. */
  firstSeq: number
  /** Rows up to this position are counted in the tallies. */
  talliedSeq: number
}

/** The number of an account's rows in one hour, by action and severity. */
export interface AuditTallyRecord {
  id: string
  tenantId: string
  /** Start of the hour. */
  hour: number
  action: string
  severity: string
  total: number
}

/** A signed statement about the log of a tenant at one position. */
export interface AuditCheckpointRecord {
  id: string
  tenantId: string
  seq: number
  /** `retention`: the rows up to this position were removed because of their age. */
  kind: 'regular' | 'retention'
  /** JWT with the hash of the row. */
  token: string
  createdAt: number
}

export interface AuditsRecords {
  audits: AuditRecord
  auditHeads: AuditHeadRecord
  auditCheckpoints: AuditCheckpointRecord
  auditTallies: AuditTallyRecord
}
