import type { accountAlias } from '../../contract/accounts.ts'
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
