import type { activation, signUp } from '../../contract/sign-up.ts'
import { SENDS_MESSAGE, SIGNS_IN } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const signUpRules = {
  signUp: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: ['authentication', 'users'] },
} satisfies RulesOf<typeof signUp>

export const activationRules = {
  getActivationStrategy: { permission: null },
  activateAccount: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: ['authentication', 'users'] },
  resendActivationEmail: { ...NEEDS_NO_RIGHTS, audit: SENDS_MESSAGE, events: [] },
} satisfies RulesOf<typeof activation>
