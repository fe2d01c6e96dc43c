import type { AuthStrategies } from '../../../entities/portal.ts'
import { flag, list, object, oneOf, whole } from './schema.ts'
import { defineVendorSetting } from './setting.ts'

export const authStrategy = oneOf('EmailAndPassword', 'MagicLink', 'Code', 'NoLocalAuthentication', 'SmsCode')

export const authStrategiesSetting = defineVendorSetting({
  kind: 'auth-strategies',
  default: {
    mainAuthStrategies: [{ strategy: 'EmailAndPassword' }],
    secondaryAuthStrategies: [
      { strategy: 'WebAuthnPlatform', isActive: false },
      { strategy: 'WebAuthnCrossPlatform', isActive: false },
      { strategy: 'SmsCode', isActive: false },
      { strategy: 'Passkeys', isActive: false },
    ],
  },
  schema: object<AuthStrategies>({
    mainAuthStrategies: list(whole({ strategy: authStrategy })),
    secondaryAuthStrategies: list(
      whole({
        strategy: oneOf('WebAuthnPlatform', 'WebAuthnCrossPlatform', 'SmsCode', 'SmsCodeV2', 'Passkeys'),
        isActive: flag,
      }),
    ),
  }),
})
