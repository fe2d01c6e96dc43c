import type { temporaryUserConfiguration } from '../../contract/users.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const temporaryUserConfigurationRules = {
  updateTemporaryUserConfig: {
    permission: 'fe.secure.write.users',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: ['account'],
  },
} satisfies RulesOf<typeof temporaryUserConfiguration>
