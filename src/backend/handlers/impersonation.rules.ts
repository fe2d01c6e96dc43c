import type { impersonation } from '../../contract/login.ts'
import { SIGNS_IN } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const impersonationRules = {
  impersonate: { permission: null, rank: 'none', fresh: 'never', audit: SIGNS_IN, grants: false, events: [] },
} satisfies RulesOf<typeof impersonation>
