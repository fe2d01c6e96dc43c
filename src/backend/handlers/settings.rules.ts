import type { settings } from '../../contract/accounts.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const settingsRules = {
  getAccountSettings: { permission: 'fe.secure.read.accountSettings' },
  getPublicAccountSettings: { permission: null },
  saveAccountSettings: {
    permission: 'fe.secure.write.accountSettings',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: ['account'],
  },
} satisfies RulesOf<typeof settings>
