import type { lockoutGuard, securityCenter, sessionConfig } from '../../contract/security.ts'
import type { sessionLimits } from '../../contract/session-limits.ts'
import { weakensSessions } from '../domain/identity/access/weakening.ts'
import {
  BEGINS_CHANGE,
  NEEDS_NO_RIGHTS,
  PERMISSION_SUFFICES,
  READS,
  RENEWS_SESSION,
  type RulesOf,
} from '../http/rules.ts'

export const securityCenterRules = {
  getRecommendations: { permission: 'fe.secure.read.securityPolicy' },
  getInsights: { permission: 'fe.secure.read.securityPolicy' },
} satisfies RulesOf<typeof securityCenter>

export const sessionLimitsRules = {
  keepSession: { ...NEEDS_NO_RIGHTS, audit: RENEWS_SESSION, events: [] },
} satisfies RulesOf<typeof sessionLimits>

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
  listAccountsAlone: { permission: null },
} satisfies RulesOf<typeof lockoutGuard>
