import type { slackApp } from '../../contract/webhooks.ts'
import { CONFIRMS } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const slackAppRules = {
  getSlackAuthorization: { permission: 'fe.connectivity.write.slackAppRegistration' },
  receiveSlackCode: { permission: null },
  getSlackWorkspace: { permission: 'fe.connectivity.read.slackApp' },
  disconnectSlack: {
    permission: 'fe.connectivity.delete.slackAppRegistration',
    ...PERMISSION_SUFFICES,
    audit: CONFIRMS,
    events: [],
  },
} satisfies RulesOf<typeof slackApp>
