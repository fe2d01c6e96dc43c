import type { policies } from '../../contract/policies.ts'
import type { GlobalPolicy } from '../../entities/policies.ts'
import { text } from '../call/read.ts'
import { saveTenantPolicy } from '../domain/identity/lockout-guard/tenant-policy.ts'
import { captchaSetting } from '../domain/settings/captcha.ts'
import { lockoutSetting } from '../domain/settings/lockout.ts'
import { mfaSetting } from '../domain/settings/mfa.ts'
import { passwordSetting } from '../domain/settings/password.ts'
import { passwordHistorySetting } from '../domain/settings/password-history.ts'
import { publicPolicySetting } from '../domain/settings/public-policy.ts'
import { type Handlers, open, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'

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
const globalPolicy = async (ports: Ports): Promise<GlobalPolicy> => {
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

const idOf = ({ id }: { id: unknown }): string => text(id, 'id')

export const policiesHandlers = {
  getGlobalPolicy: signedIn(({ ports }) => globalPolicy(ports)),

  getMfaPolicy: signedIn(({ ports, auth }) => mfaSetting.shown(ports.store, auth.tenantId)),
  getVendorMfaPolicy: signedIn(({ ports }) => mfaSetting.shown(ports.store, null)),
  createMfaPolicy: signedIn((call) =>
    saveTenantPolicy(call, mfaSetting, { value: mfaSetting.input(call.body), id: null }),
  ),
  updateMfaPolicy: signedIn((call) =>
    saveTenantPolicy(call, mfaSetting, { value: mfaSetting.input(call.body), id: idOf(call.body) }),
  ),

  getLockoutPolicy: signedIn(({ ports, auth }) => lockoutSetting.shown(ports.store, auth.tenantId)),
  getVendorLockoutPolicy: signedIn(({ ports }) => lockoutSetting.shown(ports.store, null)),
  createLockoutPolicy: signedIn((call) =>
    saveTenantPolicy(call, lockoutSetting, { value: lockoutSetting.input(call.body), id: null }),
  ),
  updateLockoutPolicy: signedIn((call) =>
    saveTenantPolicy(call, lockoutSetting, { value: lockoutSetting.input(call.body), id: idOf(call.body) }),
  ),

  getPasswordHistoryPolicy: signedIn(({ ports, auth }) => passwordHistorySetting.shown(ports.store, auth.tenantId)),
  getVendorPasswordHistoryPolicy: signedIn(({ ports }) => passwordHistorySetting.shown(ports.store, null)),
  createPasswordHistoryPolicy: signedIn((call) =>
    saveTenantPolicy(call, passwordHistorySetting, { value: passwordHistorySetting.input(call.body), id: null }),
  ),
  updatePasswordHistoryPolicy: signedIn((call) =>
    saveTenantPolicy(call, passwordHistorySetting, {
      value: passwordHistorySetting.input(call.body),
      id: idOf(call.body),
    }),
  ),

  getCaptchaPolicy: open(async ({ ports }) => {
    const {
      verifyUrl: _url,
      secret: _secret,
      secretReference: _name,
      minScore: _score,
      ...policy
    } = await captchaSetting.shown(ports.store, null)
    return policy.enabled ? policy : null
  }),
  getPasswordPolicy: signedIn(({ ports, auth }) => passwordSetting.of(ports.store, auth.tenantId)),
} satisfies Handlers<typeof policies>
