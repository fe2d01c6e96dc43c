import type { metadata } from '../../contract/metadata.ts'
import type { portal } from '../../contract/portal.ts'
import type { social } from '../../contract/social.ts'
import type { ssoSaml } from '../../contract/sso-saml.ts'
import { type Handlers, open, signedIn } from '../http/handler.ts'
import { vendorPolicy } from '../rules/policies.ts'
import { publicConfiguration } from './custom-login.ts'

/** Start-up reads these before anybody is signed in. */
export const portalHandlers = {
  getPortalMetadata: open(async ({ ports, caller }) => ({
    rows: [{ configuration: await publicConfiguration(ports, caller) }],
  })),
  getFeatureFlags: open(({ ports }) => vendorPolicy(ports.store, 'feature-flags')),
  getVendorPublicInfo: open(({ ports }) => vendorPolicy(ports.store, 'vendor')),
  getVendorPublicPolicy: open(({ ports }) => vendorPolicy(ports.store, 'public-policy')),
  getAuthStrategiesPublic: open(({ ports }) => vendorPolicy(ports.store, 'auth-strategies')),
  getAuthStrategies: signedIn(({ ports }) => vendorPolicy(ports.store, 'auth-strategies')),
  getJwks: open(async ({ ports, reply }) => {
    reply.headers.set('Cache-Control', 'public, max-age=300')
    // The signer exports public JWKs; only it knows their exact members.
    return (await ports.signer.jwks()) as unknown as import('../../entities/portal.ts').KeySet
  }),
} satisfies Handlers<typeof portal>

export const metadataHandlers = {
  /** No connection is configured yet, and the client knows what an empty answer means. */
  getSamlMetadata: open(async () => ({ rows: [] })),
} satisfies Pick<Handlers<typeof metadata>, 'getSamlMetadata'>

/** No provider is configured: empty lists are the truth. */
export const socialHandlers = {
  getSocialProvidersV1: open(async () => []),
  getSocialProvidersV2: open(async () => []),
  getSocialProvidersV2Authenticated: signedIn(async () => []),
  getCustomSocialProviders: open(async () => ({ providers: [] })),
} satisfies Omit<Handlers<typeof social>, 'loginWithSocialProvider'>

export const ssoSamlHandlers = {
  getSsoPublicConfig: open(async () => ({ isActive: false })),
} satisfies Pick<Handlers<typeof ssoSaml>, 'getSsoPublicConfig'>
