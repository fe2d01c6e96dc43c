import type { tenantDeletion } from '../../contract/accounts.ts'
import { DELETES } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

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
    ...PERMISSION_SUFFICES,
    audit: DELETES,
    events: ['account'],
  },
} satisfies RulesOf<typeof tenantDeletion>
