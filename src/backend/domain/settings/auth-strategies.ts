import type { AuthStrategies } from '../../../entities/portal.ts'
import { fields, flag, list, oneOf, shape } from './checks.ts'
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
  parse: fields<AuthStrategies>({
    mainAuthStrategies: list(shape({ strategy: authStrategy })),
    secondaryAuthStrategies: list(
      shape({
        strategy: oneOf('WebAuthnPlatform', 'WebAuthnCrossPlatform', 'SmsCode', 'SmsCodeV2', 'Passkeys'),
        isActive: flag,
      }),
    ),
  }),
})
