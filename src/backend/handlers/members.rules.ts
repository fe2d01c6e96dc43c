import type { members } from '../../contract/users.ts'
import { memberInPath } from '../call/named-members.ts'
import { CONFIRMS } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const membersRules = {
  listMembers: { permission: 'fe.secure.read.users' },
  unlockMember: {
    permission: 'fe.secure.write.users',
    rank: memberInPath,
    fresh: 'always',
    audit: CONFIRMS,
    grants: false,
    events: ['users'],
  },
} satisfies RulesOf<typeof members>
