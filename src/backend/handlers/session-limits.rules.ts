import type { sessionLimits } from '../../contract/session-limits.ts'
import { RENEWS_SESSION } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const sessionLimitsRules = {
  keepSession: { permission: null, rank: 'none', fresh: 'never', audit: RENEWS_SESSION, grants: false, events: [] },
} satisfies RulesOf<typeof sessionLimits>
