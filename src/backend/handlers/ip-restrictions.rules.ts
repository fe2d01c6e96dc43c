import type { ipRestrictions } from '../../contract/restrictions.ts'
import { addsAllowedIp, weakensIpRules } from '../domain/identity/access/weakening.ts'
import { READS } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const ipRestrictionsRules = {
  listIpRestrictions: { permission: 'fe.secure.read.ipRestrictions' },
  createIpRestriction: {
    permission: 'fe.secure.write.ipRestrictions',
    rank: 'none',
    fresh: addsAllowedIp,
    audit: 'change',
    grants: false,
    events: ['account'],
  },
  bulkCreateIpRestrictions: {
    permission: 'fe.secure.write.ipRestrictions',
    rank: 'none',
    fresh: addsAllowedIp,
    audit: 'change',
    grants: false,
    events: ['account'],
  },
  deleteIpRestriction: {
    permission: 'fe.secure.delete.ipRestrictions',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: ['account'],
  },
  getIpConfig: { permission: 'fe.secure.read.ipRestrictions' },
  updateIpConfig: {
    permission: 'fe.secure.write.ipRestrictions',
    rank: 'none',
    fresh: weakensIpRules,
    audit: 'change',
    grants: false,
    events: ['account'],
  },
  verifyCurrentIp: { permission: 'fe.secure.read.ipRestrictions', ...PERMISSION_SUFFICES, audit: READS, events: [] },
  verifyCurrentIpAllowed: {
    permission: 'fe.secure.read.ipRestrictions',
    ...PERMISSION_SUFFICES,
    audit: READS,
    events: [],
  },
} satisfies RulesOf<typeof ipRestrictions>
