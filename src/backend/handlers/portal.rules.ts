import type { portal } from '../../contract/portal.ts'
import type { RulesOf } from '../http/rules.ts'

export const portalRules = {
  getPortalMetadata: { permission: null },
  getFeatureFlags: { permission: null },
  getVendorPublicInfo: { permission: null },
  getVendorPublicPolicy: { permission: null },
  getAuthStrategiesPublic: { permission: null },
  getAuthStrategies: { permission: null },
  getJwks: { permission: null },
} satisfies RulesOf<typeof portal>
