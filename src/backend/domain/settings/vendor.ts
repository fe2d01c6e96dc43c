import type { VendorInfo } from '../../../entities/portal.ts'
import { fields, flag, text } from './checks.ts'
import { defineVendorSetting } from './setting.ts'

export const vendorSetting = defineVendorSetting({
  kind: 'vendor',
  default: { name: 'Front Entry', logo: '', icon: '', whiteLabelMode: false },
  parse: fields<VendorInfo>({ name: text, logo: text, icon: text, whiteLabelMode: flag, clientId: text }),
})
