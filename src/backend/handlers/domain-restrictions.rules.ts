import type { domainRestrictions } from '../../contract/restrictions.ts'
import { allowsDomain, dropsDomain, weakensDomainRules } from '../domain/identity/access/weakening.ts'
import type { RulesOf } from '../http/rules.ts'

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
