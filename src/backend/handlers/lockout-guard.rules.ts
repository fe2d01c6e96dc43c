import type { lockoutGuard } from '../../contract/security.ts'
import { BEGINS_CHANGE, READS } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const lockoutGuardRules = {
  checkPolicyChange: { ...NEEDS_NO_RIGHTS, audit: READS, events: [] },
  confirmPolicyChange: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
} satisfies RulesOf<typeof lockoutGuard>
