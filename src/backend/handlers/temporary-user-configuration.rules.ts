import type { temporaryUserConfiguration } from '../../contract/users.ts'
import type { RulesOf } from '../http/rules.ts'

export const temporaryUserConfigurationRules = {
  updateTemporaryUserConfig: {
    permission: 'fe.secure.write.users',
    rank: 'none',
    fresh: 'never',
    audit: 'change',
    grants: false,
    events: ['account'],
  },
} satisfies RulesOf<typeof temporaryUserConfiguration>
