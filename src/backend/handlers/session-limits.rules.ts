import type { sessionLimits } from '../../contract/session-limits.ts'
import { RENEWS_SESSION } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const sessionLimitsRules = {
  keepSession: { ...NEEDS_NO_RIGHTS, audit: RENEWS_SESSION, events: [] },
} satisfies RulesOf<typeof sessionLimits>
