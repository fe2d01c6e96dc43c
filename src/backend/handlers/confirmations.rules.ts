import type { confirmations } from '../../contract/me.ts'
import { BEGINS_CHANGE, SIGNS_IN } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

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
  startPasskeyConfirmation: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: BEGINS_CHANGE,
    grants: false,
    events: [],
  },
  confirmByPasskey: { permission: null, rank: 'none', fresh: 'carried', audit: SIGNS_IN, grants: false, events: [] },
} satisfies RulesOf<typeof confirmations>
