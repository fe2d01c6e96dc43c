import type { pausedSubscriptions } from '../../contract/billing.ts'
import type { RulesOf } from '../http/rules.ts'

export const pausedSubscriptionsRules = {
  listPausedEmails: { permission: 'fe.connectivity.read.emailConfig' },
  listPausedSms: { permission: 'fe.connectivity.read.smsConfig' },
  listPausedSlack: { permission: 'fe.connectivity.read.slackSubscriptions' },
  listPausedReports: { permission: 'fe.secure.read.audits' },
} satisfies RulesOf<typeof pausedSubscriptions>
