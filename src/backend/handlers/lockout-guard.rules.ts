import type { lockoutGuard } from '../../contract/security.ts'
import { BEGINS_CHANGE, READS } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const lockoutGuardRules = {
  checkPolicyChange: { ...NEEDS_NO_RIGHTS, audit: READS, events: [] },
  confirmPolicyChange: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  checkMemberChanges: { permission: 'fe.secure.read.users', ...PERMISSION_SUFFICES, audit: READS, events: [] },
} satisfies RulesOf<typeof lockoutGuard>
