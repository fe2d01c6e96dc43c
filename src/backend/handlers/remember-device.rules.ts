import type { rememberDevice } from '../../contract/mfa.ts'
import { READS } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const rememberDeviceRules = {
  readRememberDevicePolicy: { permission: null, rank: 'none', fresh: 'never', audit: READS, grants: false, events: [] },
} satisfies RulesOf<typeof rememberDevice>
