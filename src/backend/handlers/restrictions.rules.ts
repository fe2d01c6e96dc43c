import type { domainRestrictions, emailDomains, ipRestrictions, ipRules } from '../../contract/restrictions.ts'
import {
  addsAllowedIp,
  allowsDomain,
  dropsDomain,
  switchesIpRule,
  weakensDomainRules,
  weakensIpRules,
} from '../domain/identity/access/weakening.ts'
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

export const domainRestrictionsRules = {
  listDomains: { permission: 'fe.secure.read.emailDomainRestrictions' },
  createDomain: {
    permission: 'fe.secure.write.emailDomainRestrictions',
    rank: 'none',
    fresh: allowsDomain,
    audit: 'change',
    grants: false,
    events: ['account'],
  },
  deleteDomain: {
    permission: 'fe.secure.delete.emailDomainRestrictions',
    rank: 'none',
    fresh: dropsDomain,
    audit: 'change',
    grants: false,
    events: ['account'],
  },
  getDomainConfig: { permission: 'fe.secure.read.emailDomainRestrictions' },
  updateDomainConfig: {
    permission: 'fe.secure.write.emailDomainRestrictions',
    rank: 'none',
    fresh: weakensDomainRules,
    audit: 'change',
    grants: false,
    events: ['account'],
  },
} satisfies RulesOf<typeof domainRestrictions>

export const emailDomainsRules = {
  createDomains: {
    permission: 'fe.secure.write.emailDomainRestrictions',
    rank: 'none',
    fresh: allowsDomain,
    audit: { partly: 'all domains are in the list already' },
    grants: false,
    events: ['account'],
  },
  verifyEmail: {
    permission: 'fe.secure.read.emailDomainRestrictions',
    ...PERMISSION_SUFFICES,
    audit: READS,
    events: [],
  },
} satisfies RulesOf<typeof emailDomains>
