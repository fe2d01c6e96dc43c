import type { publicPlans } from '../../contract/billing.ts'
import type { RulesOf } from '../http/rules.ts'

export const publicPlansRules = {
  listPublicPlans: { permission: null },
} satisfies RulesOf<typeof publicPlans>
