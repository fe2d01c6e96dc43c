import type { authorization } from '../../contract/authorization.ts'
import { ENDS_SESSION } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const authorizationRules = {
  getProviderMetadata: { permission: null },
  showLoginPage: { permission: null },
  leaveLoginPage: { permission: null },
  confirmLogout: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: { ...ENDS_SESSION, partly: 'there is no session to end' },
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof authorization>
