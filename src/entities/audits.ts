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
  /** Position in the log of the account, from 1. */
  seq?: number
  /** SHA-256 of the row and of the hash before it. */
  hash?: string
}

export interface AuditColumn {
  _id: string
  name: string
  displayName: string
  /** Such as `Timestamp`, `Email`, `AlphaNumeric`, `IpAddress`, `Severity` or `Json`. */
  type: string
  sortable: boolean
  filterable: boolean
  showInTable: boolean
  showInMoreInfo: string
  isPredefined?: boolean
}

/** Only the first row counts. */
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

/** How many rows each interval of a range has; interval `n` begins at `from + n * step`, in milliseconds. */
export interface AuditHistogram {
  from: number
  step: number
  counts: number[]
  /** Those of them that are severe. */
  severe: number[]
  /** There were too many matches for one chart: earlier ones are not in it. */
  hasEarlier?: boolean
}

/** The first row of the log that is not as it was written. */
export interface AuditProblem {
  kind: 'altered' | 'removed' | 'inserted' | 'rewritten'
  seq: number
  /** `rewritten`: some row from `seq` to here. */
  lastSeq?: number
}
