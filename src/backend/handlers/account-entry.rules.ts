import type { accountEntry } from '../../contract/accounts.ts'
import { SIGNS_IN } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const accountEntryRules = {
  getWaysToEnter: { permission: null },
  provePassword: { permission: null, rank: 'none', fresh: 'carried', audit: SIGNS_IN, grants: false, events: [] },
  provePasskey: { permission: null, rank: 'none', fresh: 'carried', audit: SIGNS_IN, grants: false, events: [] },
} satisfies RulesOf<typeof accountEntry>
