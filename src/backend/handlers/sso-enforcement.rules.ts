import type { ssoEnforcement } from '../../contract/sso.ts'
import { weakensEnforcement } from '../domain/sso/setup/weakening.ts'
import { READS } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const ssoEnforcementRules = {
  checkSsoEnforcement: {
    permission: 'fe.secure.write.samlConfiguration',
    ...PERMISSION_SUFFICES,
    audit: READS,
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
