import { fields, flag, number } from './checks.ts'
import { defineVendorSetting } from './setting.ts'

export const rememberDeviceSetting = defineVendorSetting({
  kind: 'remember-device',
  default: { isAllowed: false, seconds: 14 * 86_400 },
  parse: fields<{ isAllowed: boolean; seconds: number }>({ isAllowed: flag, seconds: number }),
})
