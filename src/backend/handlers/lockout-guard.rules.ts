import type { lockoutGuard } from '../../contract/security.ts'
import { BEGINS_CHANGE, READS } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const lockoutGuardRules = {
  checkPolicyChange: { permission: null, rank: 'none', fresh: 'never', audit: READS, grants: false, events: [] },
  confirmPolicyChange: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: BEGINS_CHANGE,
    grants: false,
    events: [],
  },
  checkMemberChanges: {
    permission: 'fe.secure.read.users',
    rank: 'none',
    fresh: 'never',
    audit: READS,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof lockoutGuard>
