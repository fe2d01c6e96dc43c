import type { messageRecipients } from '../../contract/webhooks.ts'
import { CONFIRMS, SENDS_MESSAGE } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const messageRecipientsRules = {
  listEmailRecipients: { permission: 'fe.connectivity.read.emailConfig' },
  requestEmailConfirmation: {
    permission: 'fe.connectivity.write.emailConfig',
    ...PERMISSION_SUFFICES,
    audit: SENDS_MESSAGE,
    events: [],
  },
  listSmsRecipients: { permission: 'fe.connectivity.read.smsConfig' },
  requestSmsConfirmation: {
    permission: 'fe.connectivity.write.smsConfig',
    ...PERMISSION_SUFFICES,
    audit: SENDS_MESSAGE,
    events: [],
  },
  showConfirmation: { permission: null },
  confirmRecipient: { ...NEEDS_NO_RIGHTS, audit: CONFIRMS, events: [] },
  showStop: { permission: null },
  stopMessages: { ...NEEDS_NO_RIGHTS, audit: CONFIRMS, events: [] },
} satisfies RulesOf<typeof messageRecipients>
