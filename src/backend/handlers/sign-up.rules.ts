import type { signUp } from '../../contract/sign-up.ts'
import { SIGNS_IN } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const signUpRules = {
  signUp: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: SIGNS_IN,
    grants: false,
    events: ['authentication', 'users'],
  },
} satisfies RulesOf<typeof signUp>
