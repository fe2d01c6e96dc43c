import { flag, integer, object } from './schema.ts'
import { defineVendorSetting } from './setting.ts'

export const rememberDeviceSetting = defineVendorSetting({
  kind: 'remember-device',
  default: { isAllowed: false, seconds: 14 * 86_400 },
  schema: object<{ isAllowed: boolean; seconds: number }>({
    isAllowed: flag,
    seconds: integer({ min: 60, max: 31_536_000 }),
  }),
})
