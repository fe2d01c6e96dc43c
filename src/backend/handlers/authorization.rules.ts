import type { authorization } from '../../contract/authorization.ts'
import { ENDS_SESSION, NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const authorizationRules = {
  getProviderMetadata: { permission: null },
  showLoginPage: { permission: null },
  leaveLoginPage: { permission: null },
  confirmLogout: { ...NEEDS_NO_RIGHTS, audit: { ...ENDS_SESSION, partly: 'there is no session to end' }, events: [] },
} satisfies RulesOf<typeof authorization>
