import { chained, emptyHead } from '../domain/audit/chain.ts'
import { stableId } from '../stable-id.ts'
import type { AuditDraft, AuditHeadRecord, AuditRecord, MemberRecord } from '../store/records.ts'
import { createSeeded, type Seeded } from './seeded.ts'

const DAY = 86_400_000

/** Actions that the backend writes as well. */
const EVENTS = [
  ['User signed in', 'Authentication', 'Info', 12],
  ['User signed out', 'Authentication', 'Info', 5],
  ['Sign-in failed', 'Authentication', 'Medium', 3],
  ['User locked', 'Authentication', 'High', 1],
  ['User invited', 'Users', 'Info', 3],
  ['User roles changed', 'Users', 'Medium', 2],
  ['User removed', 'Users', 'High', 1],
  ['MFA enrolled', 'Security', 'Info', 2],
  ['MFA disabled', 'Security', 'High', 1],
  ['Password changed', 'Security', 'Info', 2],
  ['MFA policy changed', 'Security', 'High', 1],
  ['API token created', 'API tokens', 'Medium', 1],
  ['API token revoked', 'API tokens', 'Info', 1],
  ['Account settings changed', 'Account', 'Low', 1],
] as const

/** Contains each event as often as its weight. */
const DECK = EVENTS.flatMap((event) => Array.from({ length: event[3] }, () => event))

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
]

/** Returns an IP address of the documentation ranges (RFC 5737), which belong to no one. */
const ipFrom = (seeded: Seeded) => `${seeded.pick(['192.0.2', '198.51.100', '203.0.113'])}.${seeded.between(1, 254)}`

export type Actor = Pick<MemberRecord, 'tenantId' | 'userId' | 'email' | 'name'>

/** Returns a random action of one of the `actors`. */
export const auditFrom = (id: string, seeded: Seeded, actors: readonly Actor[]): Omit<AuditDraft, 'createdAt'> => {
  const { tenantId, userId, email, name } = seeded.pick(actors)
  const [action, resource, severity] = seeded.pick(DECK)
  return {
    id,
    tenantId,
    userId,
    email,
    action,
    resource,
    severity,
    ip: ipFrom(seeded),
    userAgent: seeded.pick(AGENTS),
    description: `${action}: ${name}`,
    detail: '{}',
  }
}

/** Returns `size` rows from the last 90 days, ordered by time. */
export const sampleAudits = (
  actors: readonly Actor[],
  size: number,
  now: number,
): { head: AuditHeadRecord; rows: AuditRecord[] } => {
  const tenantId = actors[0]?.tenantId ?? ''
  const log = `audits of ${tenantId}`
  const seeded = createSeeded(log)
  const drafts = Array.from({ length: size }, (_, at) => ({
    ...auditFrom(stableId(`${log} ${at}`), seeded, actors),
    createdAt: now - Math.floor(seeded.next() * 90 * DAY),
  }))
  drafts.sort((left, right) => left.createdAt - right.createdAt)
  return chained(emptyHead(tenantId), drafts)
}
