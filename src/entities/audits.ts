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
