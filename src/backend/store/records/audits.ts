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
  /** Position in the log of the tenant, from 1, without gaps. */
  seq: number
  /** Hash of the row before; empty in the first one. */
  prevHash: string
  /** Hash of this row; empty in rows of releases that did not chain them. */
  hash: string
  /** What a text search looks through, made from other fields. */
  searchText: string
}

/** A row before it has its place in the log. */
export type AuditDraft = Omit<AuditRecord, 'seq' | 'prevHash' | 'hash' | 'searchText'>

/** Where the log of a tenant ends; its id is the tenant's. Writers lock it, so that the log has one order. */
export interface AuditHeadRecord {
  id: string
  seq: number
  hash: string
  /** The first row that is chained and still kept. */
  firstSeq: number
  /** Rows up to here are in the tallies. */
  talliedSeq: number
}

/** How many rows of an account an hour has, by action and severity. */
export interface AuditTallyRecord {
  id: string
  tenantId: string
  /** Its first moment. */
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
  /** `retention`: the rows up to here were removed because of their age. */
  kind: 'regular' | 'retention'
  /** JWT with the hash of the row. */
  token: string
  createdAt: number
}
