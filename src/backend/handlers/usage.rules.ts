import type { usage } from '../../contract/usage.ts'
import type { RulesOf } from '../http/rules.ts'

export const usageRules = {
  listUsage: { permission: 'fe.usage.read' },
  countUse: {
    permission: 'fe.usage.write',
    rank: 'none',
    fresh: 'never',
    audit: { silent: 'counts a use; the usage page shows it' },
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof usage>
