import type { domainRestrictions, emailDomains, ipRestrictions, ipRules } from '../../contract/restrictions.ts'
import {
  addsAllowedIp,
  allowsDomain,
  dropsDomain,
  switchesIpRule,
  weakensDomainRules,
  weakensIpRules,
} from '../domain/identity/access/weakening.ts'
import { PERMISSION_SUFFICES, READS, type RulesOf } from '../http/rules.ts'

const READ_IPS = 'fe.secure.read.ipRestrictions'
const WRITE_IPS = 'fe.secure.write.ipRestrictions'
const READ_DOMAINS = 'fe.secure.read.emailDomainRestrictions'
const WRITE_DOMAINS = 'fe.secure.write.emailDomainRestrictions'

const CHANGES_ACCOUNT = { rank: 'none', audit: 'change', events: ['account'] } as const

export const ipRestrictionsRules = {
  listIpRestrictions: { permission: READ_IPS },
  createIpRestriction: { permission: WRITE_IPS, fresh: addsAllowedIp('body'), grants: false, ...CHANGES_ACCOUNT },
  bulkCreateIpRestrictions: { permission: WRITE_IPS, fresh: addsAllowedIp('ips'), grants: false, ...CHANGES_ACCOUNT },
  deleteIpRestriction: {
    permission: 'fe.secure.delete.ipRestrictions',
    fresh: 'always',
    grants: false,
    ...CHANGES_ACCOUNT,
  },
  getIpConfig: { permission: READ_IPS },
  updateIpConfig: { permission: WRITE_IPS, fresh: weakensIpRules, grants: false, ...CHANGES_ACCOUNT },
  verifyCurrentIp: { permission: READ_IPS, ...PERMISSION_SUFFICES, audit: READS, events: [] },
  verifyCurrentIpAllowed: { permission: READ_IPS, ...PERMISSION_SUFFICES, audit: READS, events: [] },
} satisfies RulesOf<typeof ipRestrictions>

export const ipRulesRules = {
  addIpRestrictions: { permission: WRITE_IPS, fresh: addsAllowedIp('ips'), grants: false, ...CHANGES_ACCOUNT },
  updateIpRestriction: { permission: WRITE_IPS, fresh: switchesIpRule, grants: false, ...CHANGES_ACCOUNT },
  testIpAddress: { permission: READ_IPS, ...PERMISSION_SUFFICES, audit: READS, events: [] },
} satisfies RulesOf<typeof ipRules>

export const domainRestrictionsRules = {
  listDomains: { permission: READ_DOMAINS },
  createDomain: { permission: WRITE_DOMAINS, fresh: allowsDomain, grants: false, ...CHANGES_ACCOUNT },
  deleteDomain: {
    permission: 'fe.secure.delete.emailDomainRestrictions',
    fresh: dropsDomain,
    grants: false,
    ...CHANGES_ACCOUNT,
  },
  getDomainConfig: { permission: READ_DOMAINS },
  updateDomainConfig: { permission: WRITE_DOMAINS, fresh: weakensDomainRules, grants: false, ...CHANGES_ACCOUNT },
} satisfies RulesOf<typeof domainRestrictions>

export const emailDomainsRules = {
  createDomains: {
    permission: WRITE_DOMAINS,
    rank: 'none',
    fresh: allowsDomain,
    audit: { partly: 'all domains are in the list already' },
    grants: false,
    events: ['account'],
  },
  verifyEmail: { permission: READ_DOMAINS, ...PERMISSION_SUFFICES, audit: READS, events: [] },
} satisfies RulesOf<typeof emailDomains>
