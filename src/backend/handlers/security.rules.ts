import type { lockoutGuard, sessionConfig } from '../../contract/security.ts'
import { weakensSessions } from '../domain/identity/access/weakening.ts'
import { BEGINS_CHANGE, READS } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const sessionConfigRules = {
  getSessionConfig: { permission: 'fe.secure.read.securityPolicy' },
  saveSessionConfig: {
    permission: 'fe.secure.write.securityPolicy',
    rank: 'none',
    fresh: weakensSessions,
    audit: 'change',
    grants: false,
    events: ['account'],
  },
} satisfies RulesOf<typeof sessionConfig>

export const lockoutGuardRules = {
  checkPolicyChange: { ...NEEDS_NO_RIGHTS, audit: READS, events: [] },
  confirmPolicyChange: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  checkMemberChanges: { permission: 'fe.secure.read.users', ...PERMISSION_SUFFICES, audit: READS, events: [] },
} satisfies RulesOf<typeof lockoutGuard>
