import type { linkOwner } from '../../contract/sign-up.ts'
import { READS } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const linkOwnerRules = {
  getLinkOwner: { ...NEEDS_NO_RIGHTS, audit: READS, events: [] },
} satisfies RulesOf<typeof linkOwner>
