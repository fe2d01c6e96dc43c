import type { phoneNumbers } from '../../contract/me.ts'
import { BEGINS_CHANGE, CHANGES_PHONE } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const phoneNumbersRules = {
  listPhoneNumbers: { permission: null },
  createPhoneNumber: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: CHANGES_PHONE,
    grants: false,
    events: [],
  },
  preVerifyPhoneNumber: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: BEGINS_CHANGE,
    grants: false,
    events: [],
  },
  verifyPhoneNumber: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: CHANGES_PHONE,
    grants: false,
    events: [],
  },
  deletePhoneNumber: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: BEGINS_CHANGE,
    grants: false,
    events: [],
  },
  verifyDeletePhoneNumber: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: CHANGES_PHONE,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof phoneNumbers>
