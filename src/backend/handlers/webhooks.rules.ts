import type { webhooks } from '../../contract/webhooks.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const webhooksRules = {
  listWebhookStatuses: { permission: 'fe.connectivity.read.webhooks' },
  rotateWebhookSecret: {
    permission: 'fe.connectivity.write.webhook',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: [],
  },
  resendWebhookEvents: {
    permission: 'fe.connectivity.write.webhook',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: [],
  },
  getWebhookAttempt: { permission: 'fe.connectivity.read.webhookLogs' },
} satisfies RulesOf<typeof webhooks>
