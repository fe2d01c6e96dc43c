import type { breachedPasswordEmails } from '../../contract/users.ts'
import { membersInBody } from '../call/named-members.ts'
import { SENDS_MESSAGE } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const breachedPasswordEmailsRules = {
  mailBreachedUsers: {
    permission: 'fe.secure.write.users',
    rank: membersInBody('userIds'),
    fresh: 'never',
    audit: SENDS_MESSAGE,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof breachedPasswordEmails>
