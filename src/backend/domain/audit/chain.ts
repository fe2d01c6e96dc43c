import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import canonicalize from 'canonicalize'
import { storable } from '../../store/match.ts'
import type { AuditDraft, AuditHeadRecord, AuditRecord } from '../../store/records.ts'

/** All fields that the hash covers. */
type ChainedContent = Omit<AuditRecord, 'hash' | 'searchText'>

export const emptyHead = (tenantId: string): AuditHeadRecord => ({
  id: tenantId,
  seq: 0,
  hash: '',
  firstSeq: 1,
  talliedSeq: 0,
})

export const searchTextOf = ({ email, action, resource, ip, description }: AuditDraft): string =>
  [email, action, resource, ip, description].join('\n')

/** The hashed fields by name; the type requires an entry for each new field. */
const HASHED: Readonly<Record<keyof ChainedContent, true>> = {
  id: true,
  tenantId: true,
  userId: true,
  email: true,
  action: true,
  resource: true,
  severity: true,
  ip: true,
  userAgent: true,
  description: true,
  detail: true,
  createdAt: true,
  seq: true,
  prevHash: true,
}

/** The hashed fields, in the order in which exports list them. */
export const CHAINED_FIELDS = Object.keys(HASHED) as readonly (keyof ChainedContent)[]

const contentOf = (row: ChainedContent) => Object.fromEntries(CHAINED_FIELDS.map((field) => [field, row[field]]))

/** Returns the SHA-256 hash of the canonical JSON (RFC 8785), in hexadecimal. */
export const hashOf = (row: ChainedContent): string =>
  bytesToHex(sha256(utf8ToBytes(canonicalize(contentOf(row)) ?? '')))

/** Returns a draft as the database will return it. The database stores neither U+0000 nor half a surrogate pair. */
export const asStored = (draft: AuditDraft): AuditDraft =>
  // Every value is mapped to one of its own type.
  Object.fromEntries(Object.entries(draft).map(([field, value]) => [field, storable(value)])) as unknown as AuditDraft

/** Returns the rows with their places after `head`, and the new head. */
export const chained = (
  head: AuditHeadRecord,
  drafts: readonly AuditDraft[],
): { head: AuditHeadRecord; rows: AuditRecord[] } => {
  let { seq, hash } = head
  const rows = drafts.map((draft) => {
    const stored = asStored(draft)
    const content = { ...stored, seq: seq + 1, prevHash: hash }
    seq += 1
    hash = hashOf(content)
    return { ...content, hash, searchText: searchTextOf(stored) }
  })
  return { head: { ...head, seq, hash }, rows }
}
