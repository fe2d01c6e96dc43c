import type { settings } from '../../contract/accounts.ts'
import type { RulesOf } from '../http/rules.ts'

export const settingsRules = {
  getAccountSettings: { permission: 'fe.secure.read.accountSettings' },
  getPublicAccountSettings: { permission: null },
  saveAccountSettings: {
    permission: 'fe.secure.write.accountSettings',
    rank: 'none',
    fresh: 'never',
    audit: 'change',
    grants: false,
    events: ['account'],
  },
} satisfies RulesOf<typeof settings>
