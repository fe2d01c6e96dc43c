import type { AuditColumn, AuditMetadata, AuditRow } from '../../../entities/audits.ts'
import type { JsonValue } from '../../../entities/wire.ts'
import type { AuditRecord } from '../../store/records.ts'
import { iso } from '../base/wire/wire.ts'

type Place = 'table' | 'details'

const column = (
  name: keyof AuditRow,
  displayName: string,
  { type = 'AlphaNumeric', place = 'table' as Place, sortable = false, filterable = false },
): AuditColumn => ({
  _id: name,
  name,
  displayName,
  type,
  sortable,
  filterable,
  showInTable: place === 'table',
  showInMoreInfo: String(place === 'details'),
  isPredefined: true,
})

const BOTH = { sortable: true, filterable: true }

/** The columns of the list, in this order. */
export const AUDIT_COLUMNS: readonly AuditColumn[] = [
  column('createdAt', 'Time', { type: 'Timestamp', ...BOTH }),
  column('email', 'User', { type: 'Email', ...BOTH }),
  column('action', 'Action', BOTH),
  column('description', 'Description', { place: 'details' }),
  column('severity', 'Severity', { type: 'Severity', ...BOTH }),
  column('ip', 'IP address', { type: 'IpAddress', ...BOTH }),
  column('resource', 'Area', { place: 'details' }),
  column('actorMail', 'Impersonated by', { type: 'Email', place: 'details' }),
  column('userAgent', 'User agent', { place: 'details' }),
  column('tenantId', 'Account ID', { place: 'details' }),
  column('json', 'Details', { type: 'Json', place: 'details' }),
]

export const auditMetadata = (vendorId: string): AuditMetadata => ({
  rows: [
    {
      id: 'audits',
      entityName: 'audits',
      properties: [...AUDIT_COLUMNS],
      theme: { id: 'default', name: 'default', styles: {} },
      vendorId,
      createdAt: iso(0),
      updatedAt: iso(0),
    },
  ],
})

/** Parses details, which only this backend writes, as one JSON object. */
const detailOf = (detail: string): { [name: string]: JsonValue } => JSON.parse(detail || '{}')

export const toAuditRow = (record: Omit<AuditRecord, 'searchText'>, vendorId: string): AuditRow => {
  const { actorEmail, actorId, ...detail } = detailOf(record.detail)
  const at = iso(record.createdAt)
  return {
    _id: record.id,
    createdAt: at,
    updatedAt: at,
    time: at,
    email: record.email,
    user: record.userId ?? '',
    ...(typeof actorEmail === 'string' && { actorMail: actorEmail }),
    action: record.action,
    resource: record.resource,
    ip: record.ip,
    severity: record.severity,
    json: Object.keys(detail).length > 0 ? [detail] : [],
    tenantId: record.tenantId,
    vendorId,
    description: record.description,
    userAgent: record.userAgent,
    seq: record.seq,
    hash: record.hash,
  }
}
