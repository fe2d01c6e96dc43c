import type { memberSecurity } from '../../contract/users.ts'
import { memberInPath } from '../call/named-members.ts'
import { CHANGES_FACTOR } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const memberSecurityRules = {
  getMemberSecurity: { permission: 'fe.secure.write.users', rank: memberInPath },
  resetMemberMfa: {
    permission: 'fe.secure.write.users',
    rank: memberInPath,
    fresh: 'always',
    audit: { ...CHANGES_FACTOR, partly: 'there is no second factor to remove' },
    grants: false,
    events: ['authentication'],
  },
  getMemberFigures: { permission: 'fe.secure.read.users' },
} satisfies RulesOf<typeof memberSecurity>
