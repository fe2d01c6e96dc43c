import type { ipRules } from '../../contract/restrictions.ts'
import { addsAllowedIp, switchesIpRule } from '../domain/identity/access/weakening.ts'
import { READS } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

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
  testIpAddress: { permission: 'fe.secure.read.ipRestrictions', ...PERMISSION_SUFFICES, audit: READS, events: [] },
} satisfies RulesOf<typeof ipRules>
