import type { phoneNumbers } from '../../contract/me.ts'
import { BEGINS_CHANGE, CHANGES_PHONE } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const phoneNumbersRules = {
  listPhoneNumbers: { permission: null },
  createPhoneNumber: { ...NEEDS_NO_RIGHTS, audit: CHANGES_PHONE, events: [] },
  preVerifyPhoneNumber: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  verifyPhoneNumber: { ...NEEDS_NO_RIGHTS, audit: CHANGES_PHONE, events: [] },
  deletePhoneNumber: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  verifyDeletePhoneNumber: { ...NEEDS_NO_RIGHTS, audit: CHANGES_PHONE, events: [] },
} satisfies RulesOf<typeof phoneNumbers>
