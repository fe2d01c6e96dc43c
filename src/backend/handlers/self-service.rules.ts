import type { selfService } from '../../contract/me.ts'
import { BEGINS_CHANGE, CONFIRMS, DELETES } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

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
  verifyEmailChange: { permission: null, rank: 'none', fresh: 'never', audit: 'change', grants: false, events: [] },
  showEmailUndo: { permission: null },
  undoEmailChange: { permission: null, rank: 'none', fresh: 'never', audit: CONFIRMS, grants: false, events: [] },
  startSocialLink: { permission: null, rank: 'none', fresh: 'always', audit: BEGINS_CHANGE, grants: false, events: [] },
  unlinkSocialAccount: { permission: null, rank: 'none', fresh: 'factor', audit: 'change', grants: false, events: [] },
  leaveTenant: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: DELETES,
    grants: false,
    events: ['users', 'tokens'],
  },
  deleteUser: { permission: null, rank: 'none', fresh: 'carried', audit: DELETES, grants: false, events: ['users'] },
  showUserRestore: { permission: null },
  restoreUser: { permission: null, rank: 'none', fresh: 'never', audit: DELETES, grants: false, events: ['users'] },
} satisfies RulesOf<typeof selfService>
