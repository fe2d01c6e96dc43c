import type { signUp } from '../../contract/sign-up.ts'
import { SIGNS_IN } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const signUpRules = {
  signUp: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: ['authentication', 'users'] },
} satisfies RulesOf<typeof signUp>
