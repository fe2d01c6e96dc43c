import type { activation } from '../../contract/sign-up.ts'
import { SENDS_MESSAGE, SIGNS_IN } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const activationRules = {
  getActivationStrategy: { permission: null },
  activateAccount: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: SIGNS_IN,
    grants: false,
    events: ['authentication', 'users'],
  },
  resendActivationEmail: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: SENDS_MESSAGE,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof activation>
