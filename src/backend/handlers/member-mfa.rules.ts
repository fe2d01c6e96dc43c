import type { memberMfa } from '../../contract/users.ts'
import { membersInBody } from '../call/named-members.ts'
import type { RulesOf } from '../http/rules.ts'

export const memberMfaRules = {
  requireMfa: {
    permission: 'fe.secure.write.users',
    rank: membersInBody('userIds'),
    fresh: 'always',
    audit: { partly: 'the users are set so already' },
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof memberMfa>
