import type { emailDomains } from '../../contract/restrictions.ts'
import { allowsDomain } from '../domain/identity/access/weakening.ts'
import { READS } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

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
