import type { UserEntitlementsV1, UserEntitlementsV2 } from '../entities/entitlements.ts'
import { endpoint } from './endpoint.ts'

export const entitlements = {
  loadEntitlementsV1: endpoint<void, void, UserEntitlementsV1>()('GET', '/entitlements/api/v1/user-entitlements'),
  loadEntitlementsV2: endpoint<void, void, UserEntitlementsV2>()('GET', '/entitlements/api/v2/user-entitlements'),
}
