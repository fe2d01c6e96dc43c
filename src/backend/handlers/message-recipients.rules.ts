import type { messageRecipients } from '../../contract/webhooks.ts'
import { CONFIRMS, SENDS_MESSAGE } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const messageRecipientsRules = {
  listEmailRecipients: { permission: 'fe.connectivity.read.emailConfig' },
  requestEmailConfirmation: {
    permission: 'fe.connectivity.write.emailConfig',
    rank: 'none',
    fresh: 'never',
    audit: SENDS_MESSAGE,
    grants: false,
    events: [],
  },
  listSmsRecipients: { permission: 'fe.connectivity.read.smsConfig' },
  requestSmsConfirmation: {
    permission: 'fe.connectivity.write.smsConfig',
    rank: 'none',
    fresh: 'never',
    audit: SENDS_MESSAGE,
    grants: false,
    events: [],
  },
  showConfirmation: { permission: null },
  confirmRecipient: { permission: null, rank: 'none', fresh: 'never', audit: CONFIRMS, grants: false, events: [] },
  showStop: { permission: null },
  stopMessages: { permission: null, rank: 'none', fresh: 'never', audit: CONFIRMS, grants: false, events: [] },
} satisfies RulesOf<typeof messageRecipients>
