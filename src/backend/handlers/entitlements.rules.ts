import type { entitlements } from '../../contract/entitlements.ts'
import type { RulesOf } from '../http/rules.ts'

export const entitlementsRules = {
  loadEntitlementsV1: { permission: null },
  loadEntitlementsV2: { permission: null },
} satisfies RulesOf<typeof entitlements>
