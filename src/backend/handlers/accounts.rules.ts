import type { accountAlias, accountEntry, settings } from '../../contract/accounts.ts'
import { PERMISSION_SUFFICES, type RulesOf, SIGNS_IN } from '../http/rules.ts'

const READ_SETTINGS = 'fe.secure.read.accountSettings'
const WRITE_SETTINGS = 'fe.secure.write.accountSettings'

export const accountAliasRules = {
  getAccountAlias: { permission: READ_SETTINGS },
  saveAccountAlias: { permission: WRITE_SETTINGS, ...PERMISSION_SUFFICES, audit: 'change', events: ['account'] },
} satisfies RulesOf<typeof accountAlias>

export const accountEntryRules = {
  getWaysToEnter: { permission: null },
  provePassword: { permission: null, rank: 'none', fresh: 'carried', audit: SIGNS_IN, grants: false, events: [] },
  provePasskey: { permission: null, rank: 'none', fresh: 'carried', audit: SIGNS_IN, grants: false, events: [] },
} satisfies RulesOf<typeof accountEntry>

export const settingsRules = {
  getAccountSettings: { permission: READ_SETTINGS },
  getPublicAccountSettings: { permission: null },
  saveAccountSettings: { permission: WRITE_SETTINGS, ...PERMISSION_SUFFICES, audit: 'change', events: ['account'] },
} satisfies RulesOf<typeof settings>
