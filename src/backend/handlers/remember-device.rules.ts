import type { rememberDevice } from '../../contract/mfa.ts'
import { READS } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const rememberDeviceRules = {
  readRememberDevicePolicy: { ...NEEDS_NO_RIGHTS, audit: READS, events: [] },
} satisfies RulesOf<typeof rememberDevice>
