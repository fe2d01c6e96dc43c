import type { inviteChecks } from '../../contract/users.ts'
import { READS } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const inviteChecksRules = {
  checkInvites: {
    permission: 'fe.secure.write.users',
    rank: 'none',
    fresh: 'never',
    audit: READS,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof inviteChecks>
