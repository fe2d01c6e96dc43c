import type { stepUp } from '../../contract/login.ts'
import { BEGINS_SIGN_IN } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const stepUpRules = {
  generateStepUpSession: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: BEGINS_SIGN_IN,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof stepUp>
