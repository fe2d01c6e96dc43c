import type { phoneReset } from '../../contract/password.ts'
import { BEGINS_CHANGE, CHANGES_PHONE } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const phoneResetRules = {
  resetPhoneNumber: { permission: null, rank: 'none', fresh: 'never', audit: BEGINS_CHANGE, grants: false, events: [] },
  verifyResetPhoneNumber: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: BEGINS_CHANGE,
    grants: false,
    events: [],
  },
  changePhoneNumber: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: CHANGES_PHONE,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof phoneReset>
