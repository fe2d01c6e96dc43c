import type { ssoSession } from '../../contract/login.ts'
import { BEGINS_SIGN_IN, ENDS_SESSION } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const ssoSessionRules = {
  startSsoLogout: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: { ...ENDS_SESSION, partly: 'the connection has no logout of its own' },
    grants: false,
    events: [],
  },
  startSsoStepUp: { permission: null, rank: 'none', fresh: 'never', audit: BEGINS_SIGN_IN, grants: false, events: [] },
} satisfies RulesOf<typeof ssoSession>
