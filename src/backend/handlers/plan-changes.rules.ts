import type { planChanges } from '../../contract/billing.ts'
import type { RulesOf } from '../http/rules.ts'

export const planChangesRules = {
  previewPlanChange: { permission: 'fe.subscriptions.read.*' },
  receivePaymentEvent: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: { partly: 'the event changes nothing' },
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof planChanges>
