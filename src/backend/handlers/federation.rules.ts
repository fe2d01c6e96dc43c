import type { federation } from '../../contract/federation.ts'
import { BEGINS_SIGN_IN, ENDS_SESSION, NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const federationRules = {
  consumeSaml: { ...NEEDS_NO_RIGHTS, audit: BEGINS_SIGN_IN, events: [] },
  receiveLogout: { permission: null },
  receivePostedLogout: {
    ...NEEDS_NO_RIGHTS,
    audit: { ...ENDS_SESSION, partly: 'there is no session to end' },
    events: [],
  },
  leaveForLogout: { permission: null },
  getServiceProvider: { permission: null },
  startSocialLogin: { permission: null },
} satisfies RulesOf<typeof federation>
