import type {
  AuthStrategies,
  FeatureFlags,
  KeySet,
  PortalMetadata,
  PublicPolicy,
  VendorInfo,
} from '../entities/portal.ts'
import { endpoint } from './endpoint.ts'

/** Calls of start-up. */
export const portal = {
  getPortalMetadata: endpoint<{ entityName: 'adminBox' }, void, PortalMetadata>()('GET', '/metadata'),
  getFeatureFlags: endpoint<void, void, FeatureFlags>()('GET', '/flags'),
  getVendorPublicInfo: endpoint<void, void, VendorInfo>()('GET', '/vendors/public'),
  getVendorPublicPolicy: endpoint<void, void, PublicPolicy>()('GET', '/identity/resources/configurations/v1/public'),
  getAuthStrategiesPublic: endpoint<void, void, AuthStrategies>()(
    'GET',
    '/identity/resources/configurations/v1/auth/strategies/public',
  ),
  getAuthStrategies: endpoint<void, void, AuthStrategies>()(
    'GET',
    '/identity/resources/configurations/v1/auth/strategies',
  ),
  getJwks: endpoint<void, void, KeySet>()('GET', '/.well-known/jwks.json', { server: true, unprefixed: true }),
}
