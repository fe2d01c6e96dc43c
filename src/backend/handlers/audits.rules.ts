import type { auditLog, audits } from '../../contract/audits.ts'
import type { FreshWhen } from '../call/ruled-request.ts'
import { type RulesOf, TESTS } from '../http/rules.ts'

const READ_AUDITS = 'fe.secure.read.audits'

/** Returns whether a request begins an export. Later pages need no new proof, however long the export takes. */
const startsExport: FreshWhen = ({ body }) => !body.cursor

export const auditsRules = {
  listAudits: { permission: READ_AUDITS },
  getAuditStats: { permission: READ_AUDITS },
  getAuditMetadata: { permission: READ_AUDITS },
  exportAudits: { permission: READ_AUDITS, rank: 'none', fresh: 'always', audit: TESTS, grants: false, events: [] },
} satisfies RulesOf<typeof audits>

export const auditLogRules = {
  getAuditHistogram: { permission: READ_AUDITS },
  getAuditNews: { permission: READ_AUDITS },
  exportAuditPart: {
    permission: READ_AUDITS,
    rank: 'none',
    fresh: startsExport,
    audit: { ...TESTS, partly: 'one row for the whole export, with its first part' },
    grants: false,
    events: [],
  },
  verifyAudits: { permission: READ_AUDITS },
} satisfies RulesOf<typeof auditLog>
