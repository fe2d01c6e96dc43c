import type { PortalConfiguration } from '../../../entities/portal.ts'
import { anyObject, object } from './schema.ts'
import { defineVendorSetting } from './setting.ts'

export const portalMetadataSetting = defineVendorSetting({
  kind: 'portal-metadata',
  default: {},
  schema: object<PortalConfiguration>({
    theme: anyObject(),
    themeV2: anyObject(),
    navigation: anyObject(),
    localizations: anyObject(),
    integrations: anyObject(),
  }),
})
