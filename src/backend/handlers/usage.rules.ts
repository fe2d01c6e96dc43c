import type { usage } from '../../contract/usage.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const usageRules = {
  listUsage: { permission: 'fe.usage.read' },
  countUse: {
    permission: 'fe.usage.write',
    ...PERMISSION_SUFFICES,
    audit: { silent: 'counts a use; the usage page shows it' },
    events: [],
  },
} satisfies RulesOf<typeof usage>
