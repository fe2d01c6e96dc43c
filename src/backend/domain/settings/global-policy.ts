import type { GlobalPolicy } from '../../../entities/policies.ts'
import type { Ports } from '../../ports.ts'
import { mfaSetting } from './mfa.ts'
import { publicPolicySetting } from './public-policy.ts'

const LINE = /.{1,64}/g

/**
 * Returns the key that verifies access tokens, as PEM (RFC 7468 §13). It is empty in a preview, where tokens are not
 * verified.
 */
const publicKeyOf = async (ports: Pick<Ports, 'signer'>): Promise<string> => {
  const [jwk] = (await ports.signer.jwks()).keys
  if (!jwk) return ''
  const kind =
    jwk.kty === 'RSA' ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } : { name: 'ECDSA', namedCurve: 'P-256' }
  const key = await crypto.subtle.importKey('jwk', { ...jwk, key_ops: ['verify'] }, kind, true, ['verify'])
  const bytes = new Uint8Array(await crypto.subtle.exportKey('spki', key))
  const lines = btoa(String.fromCharCode(...bytes)).match(LINE) ?? []
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n')
}

/** Returns the vendor's settings for all tenants, and which of them tenants may change. */
export const globalPolicy = async (ports: Ports): Promise<GlobalPolicy> => {
  const { store, config } = ports
  const { id, createdAt, updatedAt, allowSignups, apiTokensEnabled } = await publicPolicySetting.shown(store, null)
  const { enforceMFAType } = await mfaSetting.ofVendor(store)
  return {
    id: id || config.vendorId,
    createdAt,
    updatedAt,
    enforceMFAType,
    allowOverrideEnforcePasswordHistory: true,
    allowOverridePasswordComplexity: false,
    allowOverridePasswordExpiration: false,
    allowSignups,
    apiTokensEnabled,
    cookieSameSite: 'LAX',
    defaultRefreshTokenExpiration: config.sessionSeconds,
    defaultTokenExpiration: config.accessTokenSeconds,
    publicKey: await publicKeyOf(ports),
  }
}
