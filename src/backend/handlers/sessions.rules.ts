import type { sessions } from '../../contract/me.ts'
import { membersInBody } from '../call/named-members.ts'
import { ENDS_SESSION } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const sessionsRules = {
  listSessions: { permission: null },
  getCurrentSession: { permission: null },
  deleteSession: { permission: null, rank: 'none', fresh: 'never', audit: ENDS_SESSION, grants: false, events: [] },
  deleteAllSessions: { permission: null, rank: 'none', fresh: 'never', audit: ENDS_SESSION, grants: false, events: [] },
  revokeUserSessions: {
    permission: 'fe.secure.write.users',
    rank: membersInBody('userId'),
    fresh: 'never',
    audit: ENDS_SESSION,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof sessions>
