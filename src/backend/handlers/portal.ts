import type { metadata } from '../../contract/metadata.ts'
import type { portal } from '../../contract/portal.ts'
import { notFound } from '../call/refusal.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { readConnectionIp } from '../domain/identity/restrictions/ip-range.ts'
import { authStrategiesSetting } from '../domain/settings/auth-strategies.ts'
import { featureFlagsSetting } from '../domain/settings/feature-flags.ts'
import { publicPolicySetting } from '../domain/settings/public-policy.ts'
import { vendorSetting } from '../domain/settings/vendor.ts'
import { acsUrlOf, spEntityIdOf } from '../domain/sso/sso.ts'
import { authenticated, type Handlers, open, signedIn } from '../http/handler.ts'
import { publicConfiguration } from './custom-login.ts'

/** The application reads these at startup, before any user is signed in. */
export const portalHandlers = {
  getPortalMetadata: open(async ({ ports, caller }) => ({
    rows: [{ configuration: await publicConfiguration(ports, caller) }],
  })),
  getFeatureFlags: open(async ({ ports }) => ({
    ...(ports.payments && { 'fe-features-follow-payments': 'on' }),
    ...(await featureFlagsSetting.ofVendor(ports.store)),
  })),
  getVendorPublicInfo: open(async ({ ports }) => ({
    ...(await vendorSetting.ofVendor(ports.store)),
    clientId: ports.config.clientId,
  })),
  getVendorPublicPolicy: open(({ ports }) => publicPolicySetting.ofVendor(ports.store)),
  getAuthStrategiesPublic: open(({ ports }) => authStrategiesSetting.ofVendor(ports.store)),
  getAuthStrategies: signedIn(({ ports }) => authStrategiesSetting.ofVendor(ports.store)),
  getJwks: open(async ({ ports, reply }) => {
    // Copies from before a new key must expire before that key starts to sign.
    reply.headers.set('Cache-Control', 'public, max-age=30')
    return ports.signer.jwks()
  }),
} satisfies Handlers<typeof portal>

export const metadataHandlers = {
  /** The values that administrators copy into their identity provider. */
  getSamlMetadata: open(async ({ ports: { config } }) => ({
    rows: [
      {
        id: config.vendorId,
        entityName: 'saml',
        isActive: true,
        configuration: { acsUrl: acsUrlOf(config.apiUrl), spEntityId: spEntityIdOf(config.apiUrl) },
        properties: [],
        vendorId: config.vendorId,
        createdAt: iso(0),
        updatedAt: iso(0),
      },
    ],
  })),
} satisfies Pick<Handlers<typeof metadata>, 'getSamlMetadata'>

export const ipInfoHandlers = {
  getCurrentUserIp: authenticated(async ({ caller }) => {
    const address = readConnectionIp(caller.ipAddress)
    if (!address) throw notFound('ip metadata not found')
    const place = { latitude: null, longitude: null, city: null, country_name: null, country_code: null, zip: null }
    return { ip: address.text, ...place, location: {} }
  }),
} satisfies Pick<Handlers<typeof metadata>, 'getCurrentUserIp'>
