import type { MfaStrategies, MfaStrategy } from '../../../entities/mfa.ts'
import { flag, list, object, oneOf, whole } from './schema.ts'
import { defineVendorSetting } from './setting.ts'

const STRATEGIES: readonly MfaStrategy[] = [
  'AuthenticatorApp',
  'SMS',
  'EmailCode',
  'WebAuthnPlatform',
  'WebAuthnCrossPlatform',
]

export const mfaStrategiesSetting = defineVendorSetting({
  kind: 'mfa-strategies',
  default: { strategies: STRATEGIES.map((strategy) => ({ strategy, isActive: false })) },
  schema: object<MfaStrategies>({
    strategies: list(
      whole({
        strategy: oneOf('AuthenticatorApp', 'WebAuthnPlatform', 'WebAuthnCrossPlatform', 'SMS', 'EmailCode'),
        isActive: flag,
      }),
    ),
  }),
})
