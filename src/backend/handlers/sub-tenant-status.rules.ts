import type { subTenantStatus } from '../../contract/accounts.ts'
import type { RulesOf } from '../http/rules.ts'

export const subTenantStatusRules = {
  updateStatus: {
    permission: 'fe.account-hierarchy.delete.subAccount',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: ['subAccounts'],
  },
} satisfies RulesOf<typeof subTenantStatus>
