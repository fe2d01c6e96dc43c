import type { phoneReset } from '../../contract/password.ts'
import { BEGINS_CHANGE, CHANGES_PHONE } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const phoneResetRules = {
  resetPhoneNumber: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  verifyResetPhoneNumber: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  changePhoneNumber: { ...NEEDS_NO_RIGHTS, audit: CHANGES_PHONE, events: [] },
} satisfies RulesOf<typeof phoneReset>
