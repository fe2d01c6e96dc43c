import type { subTenantTree } from '../../contract/accounts.ts'
import type { RulesOf } from '../http/rules.ts'

export const subTenantTreeRules = {
  moveSubTenant: {
    permission: 'fe.account-hierarchy.write.subAccount',
    rank: 'none',
    fresh: 'never',
    audit: 'change',
    grants: true,
    events: ['subAccounts'],
  },
} satisfies RulesOf<typeof subTenantTree>
