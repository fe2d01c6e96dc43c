import type { confirmations } from '../../contract/me.ts'
import { BEGINS_CHANGE, SIGNS_IN } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const confirmationsRules = {
  listConfirmations: { permission: null },
  confirmByPassword: {
    permission: null,
    rank: 'none',
    fresh: 'carried',
    audit: SIGNS_IN,
    grants: false,
    events: [],
  },
  startPasskeyConfirmation: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  confirmByPasskey: { permission: null, rank: 'none', fresh: 'carried', audit: SIGNS_IN, grants: false, events: [] },
} satisfies RulesOf<typeof confirmations>
