import type { inviteChecks } from '../../contract/users.ts'
import { READS } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const inviteChecksRules = {
  checkInvites: { permission: 'fe.secure.write.users', ...PERMISSION_SUFFICES, audit: READS, events: [] },
} satisfies RulesOf<typeof inviteChecks>
