import type { reports } from '../../contract/reports.ts'
import { sendsOutside } from '../domain/delivery/channels/recipients.ts'
import { PERMISSION_SUFFICES, type RulesOf, SENDS_MESSAGE } from '../http/rules.ts'

const READ_AUDITS = 'fe.secure.read.audits'
const WRITE_EMAIL = 'fe.connectivity.write.emailConfig'

export const reportsRules = {
  listReports: { permission: READ_AUDITS },
  getReport: { permission: READ_AUDITS },
  scheduleReport: { permission: WRITE_EMAIL, ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  renderReport: { permission: READ_AUDITS },
  downloadReport: { permission: READ_AUDITS },
  sendReport: {
    permission: WRITE_EMAIL,
    rank: 'none',
    fresh: sendsOutside('to'),
    audit: SENDS_MESSAGE,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof reports>
