import type { SignedRequest } from '../../../call/auth.ts'
import type { SsoConnectionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'

const ROWS = {
  added: { action: 'SSO domain added', severity: 'Medium', start: 'Added', end: 'to' },
  removed: { action: 'SSO domain removed', severity: 'Medium', start: 'Removed', end: 'from' },
  verified: { action: 'SSO domain verified', severity: 'High', start: 'Verified', end: 'for' },
} as const

const changeOf = (domain: string, change: keyof typeof ROWS) => {
  if (change === 'added') return beforeAndAfter(null, { domain })
  if (change === 'removed') return beforeAndAfter({ domain }, null)
  return beforeAndAfter({ domain, isVerified: false }, { domain, isVerified: true })
}

/** Writes the audit entry about a domain, which is the same in both areas. */
export const auditDomain = (
  { audit }: Pick<SignedRequest, 'audit'>,
  inside: Collections,
  { id: connectionId }: Pick<SsoConnectionRecord, 'id'>,
  { domain, change }: { domain: string; change: keyof typeof ROWS },
): Promise<void> => {
  const { action, severity, start, end } = ROWS[change]
  return audit({
    inside,
    action,
    resource: 'SSO',
    severity,
    description: `${start} ${domain} ${end} an SSO connection`,
    detail: { connectionId, ...changeOf(domain, change) },
  })
}
