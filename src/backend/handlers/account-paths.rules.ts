import type { accountPaths } from '../../contract/accounts.ts'
import type { RulesOf } from '../http/rules.ts'

export const accountPathsRules = {
  listPaths: { permission: 'fe.account-hierarchy.read.subAccount' },
  listOwnPaths: { permission: null },
} satisfies RulesOf<typeof accountPaths>
