import type { slackApp } from '../../contract/webhooks.ts'
import { CONFIRMS } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const slackAppRules = {
  getSlackAuthorization: { permission: 'fe.connectivity.write.slackAppRegistration' },
  receiveSlackCode: { permission: null },
  getSlackWorkspace: { permission: 'fe.connectivity.read.slackApp' },
  disconnectSlack: {
    permission: 'fe.connectivity.delete.slackAppRegistration',
    rank: 'none',
    fresh: 'never',
    audit: CONFIRMS,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof slackApp>
