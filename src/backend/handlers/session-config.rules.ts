import type { sessionConfig } from '../../contract/security.ts'
import { weakensSessions } from '../domain/identity/access/weakening.ts'
import type { RulesOf } from '../http/rules.ts'

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
