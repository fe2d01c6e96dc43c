import type { PublicPolicy } from '../../../entities/portal.ts'
import type { Collections } from '../../store/store.ts'
import { authStrategy } from './auth-strategies.ts'
import { flag, object, oneOf } from './schema.ts'
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
  schema: object<PublicPolicy>({
    allowSignups: flag,
    allowNotVerifiedUsersLogin: flag,
    apiTokensEnabled: flag,
    forcePermissions: flag,
    authStrategy,
    machineToMachineAuthStrategy: oneOf('ClientCredentials', 'AccessToken'),
  }),
})

/** Returns whether the vendor lets users sign in with passwords. */
export const isPasswordSignInEnabled = async (store: Collections): Promise<boolean> =>
  (await publicPolicySetting.ofVendor(store)).authStrategy !== 'NoLocalAuthentication'
