import type { linkOwner } from '../../contract/sign-up.ts'
import { READS } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const linkOwnerRules = {
  getLinkOwner: { permission: null, rank: 'none', fresh: 'never', audit: READS, grants: false, events: [] },
} satisfies RulesOf<typeof linkOwner>
