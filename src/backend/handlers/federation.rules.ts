import type { federation } from '../../contract/federation.ts'
import { BEGINS_SIGN_IN, ENDS_SESSION } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const federationRules = {
  consumeSaml: { permission: null, rank: 'none', fresh: 'never', audit: BEGINS_SIGN_IN, grants: false, events: [] },
  receiveLogout: { permission: null },
  receivePostedLogout: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: ENDS_SESSION,
    grants: false,
    events: [],
  },
  leaveForLogout: { permission: null },
  getServiceProvider: { permission: null },
  startSocialLogin: { permission: null },
} satisfies RulesOf<typeof federation>
