import type { tenantDeletion } from '../../contract/accounts.ts'
import type { selfService } from '../../contract/me.ts'
import { BEGINS_CHANGE, CONFIRMS, DELETES, NEEDS_NO_RIGHTS, PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

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

export const selfServiceRules = {
  getSelfService: { permission: null },
  startEmailChange: {
    permission: null,
    rank: 'none',
    fresh: 'carried',
    audit: BEGINS_CHANGE,
    grants: false,
    events: [],
  },
  verifyEmailChange: { ...NEEDS_NO_RIGHTS, audit: 'change', events: [] },
  showEmailUndo: { permission: null },
  undoEmailChange: { ...NEEDS_NO_RIGHTS, audit: CONFIRMS, events: [] },
  startSocialLink: { permission: null, rank: 'none', fresh: 'always', audit: BEGINS_CHANGE, grants: false, events: [] },
  unlinkSocialAccount: { permission: null, rank: 'none', fresh: 'factor', audit: 'change', grants: false, events: [] },
  leaveTenant: { ...NEEDS_NO_RIGHTS, audit: DELETES, events: ['users', 'tokens'] },
  deleteUser: { permission: null, rank: 'none', fresh: 'carried', audit: DELETES, grants: false, events: ['users'] },
  showUserRestore: { permission: null },
  restoreUser: { ...NEEDS_NO_RIGHTS, audit: DELETES, events: ['users'] },
} satisfies RulesOf<typeof selfService>
