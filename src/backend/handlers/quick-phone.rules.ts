import type { quickPhone } from '../../contract/login.ts'
import { BEGINS_CHANGE, CHANGES_PHONE } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const quickPhoneRules = {
  setPhoneNumber: { permission: null, rank: 'none', fresh: 'always', audit: BEGINS_CHANGE, grants: false, events: [] },
  verifyPhoneNumberChange: {
    permission: null,
    rank: 'none',
    fresh: 'always',
    audit: CHANGES_PHONE,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof quickPhone>
