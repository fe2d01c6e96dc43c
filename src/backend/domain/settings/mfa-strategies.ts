import type { MfaStrategies, MfaStrategy } from '../../../entities/mfa.ts'
import { fields, flag, list, oneOf, shape } from './checks.ts'
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
  parse: fields<MfaStrategies>({ strategies: list(shape({ strategy: oneOf(...STRATEGIES), isActive: flag })) }),
})
