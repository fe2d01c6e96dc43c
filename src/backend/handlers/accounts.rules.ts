import type { accountAlias, accountEntry, settings } from '../../contract/accounts.ts'
import { SIGNS_IN } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const accountAliasRules = {
  getAccountAlias: { permission: 'fe.secure.read.accountSettings' },
  saveAccountAlias: {
    permission: 'fe.secure.write.accountSettings',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: ['account'],
  },
} satisfies RulesOf<typeof accountAlias>

export const accountEntryRules = {
  getWaysToEnter: { permission: null },
  provePassword: { permission: null, rank: 'none', fresh: 'carried', audit: SIGNS_IN, grants: false, events: [] },
  provePasskey: { permission: null, rank: 'none', fresh: 'carried', audit: SIGNS_IN, grants: false, events: [] },
} satisfies RulesOf<typeof accountEntry>

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
