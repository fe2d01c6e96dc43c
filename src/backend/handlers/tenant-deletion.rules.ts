import type { tenantDeletion } from '../../contract/accounts.ts'
import { DELETES } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const tenantDeletionRules = {
  getTenantDeletion: { permission: 'fe.account-settings.delete.account' },
  scheduleTenantDeletion: {
    permission: 'fe.account-settings.delete.account',
    rank: 'none',
    fresh: 'carried',
    audit: DELETES,
    grants: false,
    events: ['account'],
  },
  cancelTenantDeletion: {
    permission: 'fe.account-settings.delete.account',
    rank: 'none',
    fresh: 'never',
    audit: DELETES,
    grants: false,
    events: ['account'],
  },
} satisfies RulesOf<typeof tenantDeletion>
