import type { ipRules } from '../../contract/restrictions.ts'
import { addsAllowedIp, switchesIpRule } from '../domain/identity/access/weakening.ts'
import { READS } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const ipRulesRules = {
  addIpRestrictions: {
    permission: 'fe.secure.write.ipRestrictions',
    rank: 'none',
    fresh: addsAllowedIp,
    audit: 'change',
    grants: false,
    events: ['account'],
  },
  updateIpRestriction: {
    permission: 'fe.secure.write.ipRestrictions',
    rank: 'none',
    fresh: switchesIpRule,
    audit: 'change',
    grants: false,
    events: ['account'],
  },
  testIpAddress: {
    permission: 'fe.secure.read.ipRestrictions',
    rank: 'none',
    fresh: 'never',
    audit: READS,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof ipRules>
