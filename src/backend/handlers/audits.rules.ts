import type { auditLog, audits } from '../../contract/audits.ts'
import type { FreshWhen } from '../call/ruled-request.ts'
import { TESTS } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

/** Returns whether a request begins an export. Later pages need no new proof, however long the export takes. */
const startsExport: FreshWhen = ({ body }) => !body.cursor

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

export const auditLogRules = {
  getAuditHistogram: { permission: 'fe.secure.read.audits' },
  getAuditNews: { permission: 'fe.secure.read.audits' },
  exportAuditPart: {
    permission: 'fe.secure.read.audits',
    rank: 'none',
    fresh: startsExport,
    audit: { ...TESTS, partly: 'one row for the whole export, with its first part' },
    grants: false,
    events: [],
  },
  verifyAudits: { permission: 'fe.secure.read.audits' },
} satisfies RulesOf<typeof auditLog>
