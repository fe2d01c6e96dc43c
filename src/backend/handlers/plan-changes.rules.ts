import type { planChanges } from '../../contract/billing.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const planChangesRules = {
  previewPlanChange: { permission: 'fe.subscriptions.read.*' },
  receivePaymentEvent: { ...NEEDS_NO_RIGHTS, audit: { partly: 'the event changes nothing' }, events: [] },
} satisfies RulesOf<typeof planChanges>
