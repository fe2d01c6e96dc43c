import type { FeatureFlags } from '../../../entities/portal.ts'
import { anyFields, oneOf } from './checks.ts'
import { defineVendorSetting } from './setting.ts'

export const featureFlagsSetting = defineVendorSetting({
  kind: 'feature-flags',
  default: {},
  parse: anyFields<FeatureFlags[string]>(oneOf('on', 'off')),
})
