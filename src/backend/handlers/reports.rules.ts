import type { reports } from '../../contract/reports.ts'
import { sendsOutside } from '../domain/delivery/channels/recipients.ts'
import { SENDS_MESSAGE } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const reportsRules = {
  listReports: { permission: 'fe.secure.read.audits' },
  getReport: { permission: 'fe.secure.read.audits' },
  scheduleReport: {
    permission: 'fe.connectivity.write.emailConfig',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: [],
  },
  renderReport: { permission: 'fe.secure.read.audits' },
  downloadReport: { permission: 'fe.secure.read.audits' },
  sendReport: {
    permission: 'fe.connectivity.write.emailConfig',
    rank: 'none',
    fresh: sendsOutside,
    audit: SENDS_MESSAGE,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof reports>
