import type { PortalConfiguration } from '../../../entities/portal.ts'
import { anyObject, fields } from './checks.ts'
import { defineVendorSetting } from './setting.ts'

export const portalMetadataSetting = defineVendorSetting({
  kind: 'portal-metadata',
  default: {},
  parse: fields<PortalConfiguration>({
    theme: anyObject,
    themeV2: anyObject,
    navigation: anyObject,
    localizations: anyObject,
    integrations: anyObject,
  }),
})
