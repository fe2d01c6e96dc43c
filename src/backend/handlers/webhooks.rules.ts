import type { webhooks } from '../../contract/webhooks.ts'
import type { RulesOf } from '../http/rules.ts'

export const webhooksRules = {
  listWebhookStatuses: { permission: 'fe.connectivity.read.webhooks' },
  rotateWebhookSecret: {
    permission: 'fe.connectivity.write.webhook',
    rank: 'none',
    fresh: 'never',
    audit: 'change',
    grants: false,
    events: [],
  },
  resendWebhookEvents: {
    permission: 'fe.connectivity.write.webhook',
    rank: 'none',
    fresh: 'never',
    audit: 'change',
    grants: false,
    events: [],
  },
  getWebhookAttempt: { permission: 'fe.connectivity.read.webhookLogs' },
} satisfies RulesOf<typeof webhooks>
