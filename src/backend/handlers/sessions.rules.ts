import type { sessions } from '../../contract/me.ts'
import { membersInBody } from '../call/named-members.ts'
import { ENDS_SESSION } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const sessionsRules = {
  listSessions: { permission: null },
  getCurrentSession: { permission: null },
  deleteSession: { ...NEEDS_NO_RIGHTS, audit: ENDS_SESSION, events: [] },
  deleteAllSessions: { ...NEEDS_NO_RIGHTS, audit: ENDS_SESSION, events: [] },
  revokeUserSessions: {
    permission: 'fe.secure.write.users',
    rank: membersInBody('userId'),
    fresh: 'never',
    audit: ENDS_SESSION,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof sessions>
