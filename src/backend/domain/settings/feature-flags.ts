import type { FeatureFlags } from '../../../entities/portal.ts'
import { oneOf, recordOf } from './schema.ts'
import { defineVendorSetting } from './setting.ts'

export const featureFlagsSetting = defineVendorSetting({
  kind: 'feature-flags',
  default: {},
  schema: recordOf<FeatureFlags[string]>(oneOf('on', 'off')),
})
