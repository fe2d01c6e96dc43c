import type { impersonation } from '../../contract/login.ts'
import { SIGNS_IN } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const impersonationRules = {
  impersonate: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: [] },
} satisfies RulesOf<typeof impersonation>
