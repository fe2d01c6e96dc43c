import type { PublicPolicy } from '../../../entities/portal.ts'
import { authStrategy } from './auth-strategies.ts'
import { fields, flag, oneOf } from './checks.ts'
import { defineSetting } from './setting.ts'

export const publicPolicySetting = defineSetting({
  kind: 'public-policy',
  default: {
    allowSignups: true,
    allowNotVerifiedUsersLogin: false,
    apiTokensEnabled: true,
    forcePermissions: false,
    authStrategy: 'EmailAndPassword',
    machineToMachineAuthStrategy: 'ClientCredentials',
  },
  parse: fields<PublicPolicy>({
    allowSignups: flag,
    allowNotVerifiedUsersLogin: flag,
    apiTokensEnabled: flag,
    forcePermissions: flag,
    authStrategy,
    machineToMachineAuthStrategy: oneOf('ClientCredentials', 'AccessToken'),
  }),
})
