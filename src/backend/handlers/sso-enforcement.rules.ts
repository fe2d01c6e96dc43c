import type { ssoEnforcement } from '../../contract/sso.ts'
import { weakensEnforcement } from '../domain/sso/setup/weakening.ts'
import { READS } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const ssoEnforcementRules = {
  checkSsoEnforcement: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: 'never',
    audit: READS,
    grants: false,
    events: [],
  },
  saveSsoEnforcement: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: weakensEnforcement,
    audit: 'change',
    grants: false,
    events: ['sso'],
  },
} satisfies RulesOf<typeof ssoEnforcement>
