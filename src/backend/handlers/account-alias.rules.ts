import type { accountAlias } from '../../contract/accounts.ts'
import type { RulesOf } from '../http/rules.ts'

export const accountAliasRules = {
  getAccountAlias: { permission: 'fe.secure.read.accountSettings' },
  saveAccountAlias: {
    permission: 'fe.secure.write.accountSettings',
    rank: 'none',
    fresh: 'never',
    audit: 'change',
    grants: false,
    events: ['account'],
  },
} satisfies RulesOf<typeof accountAlias>
