import type { ssoSession } from '../../contract/login.ts'
import { BEGINS_SIGN_IN, ENDS_SESSION } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const ssoSessionRules = {
  startSsoLogout: {
    ...NEEDS_NO_RIGHTS,
    audit: { ...ENDS_SESSION, partly: 'the connection has no logout of its own' },
    events: [],
  },
  startSsoStepUp: { ...NEEDS_NO_RIGHTS, audit: BEGINS_SIGN_IN, events: [] },
} satisfies RulesOf<typeof ssoSession>
