import type { tenantDeletion } from '../../contract/accounts.ts'
import { DELETES } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

const DELETE_ACCOUNT = 'fe.account-settings.delete.account'

export const tenantDeletionRules = {
  getTenantDeletion: { permission: DELETE_ACCOUNT },
  scheduleTenantDeletion: {
    permission: DELETE_ACCOUNT,
    rank: 'none',
    fresh: 'carried',
    audit: DELETES,
    grants: false,
    events: ['account'],
  },
  cancelTenantDeletion: { permission: DELETE_ACCOUNT, ...PERMISSION_SUFFICES, audit: DELETES, events: ['account'] },
} satisfies RulesOf<typeof tenantDeletion>
