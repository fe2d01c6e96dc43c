import type { VendorInfo } from '../../../entities/portal.ts'
import { flag, name, object, text } from './schema.ts'
import { defineVendorSetting } from './setting.ts'

export const vendorSetting = defineVendorSetting({
  kind: 'vendor',
  default: { name: 'Front Entry', logo: '', icon: '', whiteLabelMode: false },
  schema: object<VendorInfo, 'clientId'>({ name, logo: text, icon: text, whiteLabelMode: flag }),
})
