import type { impersonation } from '../../contract/login.ts'
import type { memberImpersonation } from '../../contract/users.ts'
import { memberInPath } from '../call/ruled-request.ts'
import { BEGINS_SIGN_IN, NEEDS_NO_RIGHTS, type RulesOf, SIGNS_IN } from '../http/rules.ts'

export const impersonationRules = {
  impersonate: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: [] },
} satisfies RulesOf<typeof impersonation>

export const memberImpersonationRules = {
  startImpersonation: {
    permission: 'fe.secure.write.impersonation',
    rank: memberInPath,
    fresh: 'always',
    audit: BEGINS_SIGN_IN,
    grants: true,
    events: [],
  },
  stopImpersonation: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: [] },
} satisfies RulesOf<typeof memberImpersonation>
