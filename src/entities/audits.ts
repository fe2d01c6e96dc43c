import type { JsonObject, JsonValue } from './wire.ts'

export interface AuditRow {
  _id: string
  createdAt: string
  updatedAt: string
  time: string
  email: string
  user: string
  actorMail?: string
  action: string
  resource: string
  ip: string
  severity: string
  json: JsonValue[]
  tenantId: string
  vendorId: string
  description?: string
  userAgent?: string
  /** Position in the account's log, starting at 1. */
  seq?: number
  /** SHA-256 of the row and of the previous hash. */
  hash?: string
}

export interface AuditColumn {
  _id: string
  name: string
  displayName: string
  /** Type of the column, such as `Timestamp`, `Email`, `AlphaNumeric`, `IpAddress`, `Severity` or `Json`. */
  type: string
  sortable: boolean
  filterable: boolean
  showInTable: boolean
  showInMoreInfo: string
  isPredefined?: boolean
}

/** Audit metadata; only the first row is used. */
export interface AuditMetadata {
  rows: {
    id: string
    entityName: string
    properties: AuditColumn[]
    theme: { id: string; name: string; styles: JsonObject }
    vendorId: string
    createdAt: string
    updatedAt: string
  }[]
}

/** Number of rows in each interval of a range; interval `n` begins at `from + n * step`, in milliseconds. */
export interface AuditHistogram {
  from: number
  step: number
  counts: number[]
  /** Number of severe rows among them. */
  severe: number[]
  /** Whether there were too many matches for one chart; it then lacks earlier ones. */
  hasEarlier?: boolean
}

/** The first row of the log that has changed since it was written. */
export interface AuditProblem {
  kind: 'altered' | 'removed' | 'inserted' | 'rewritten'
  seq: number
  /** For `rewritten`: the changed row is between `seq` and this one. */
  lastSeq?: number
}
