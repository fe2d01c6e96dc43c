import type { audits } from '../../contract/audits.ts'
import { TESTS } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const auditsRules = {
  listAudits: { permission: 'fe.secure.read.audits' },
  getAuditStats: { permission: 'fe.secure.read.audits' },
  getAuditMetadata: { permission: 'fe.secure.read.audits' },
  exportAudits: {
    permission: 'fe.secure.read.audits',
    rank: 'none',
    fresh: 'always',
    audit: TESTS,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof audits>
